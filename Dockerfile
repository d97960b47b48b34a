# Two steps: the first builds the wheel, the second holds Python, the wheel and nothing else.
#   docker build --tag mondegreen .
#   docker run --rm --volume "$PWD:/data" mondegreen score results.csv
FROM python:3.13-slim-trixie AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends build-essential rustup \
  && rm -rf /var/lib/apt/lists/* \
  && rustup default 1.88
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim-trixie
ARG EXTRAS=stats,report,words,arrow,encodings
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
  pip install --no-cache-dir "$(echo /wheels/*.whl)[$EXTRAS]" \
  && useradd --create-home --uid 1000 mondegreen
USER 1000
WORKDIR /data
ENTRYPOINT ["mondegreen"]
CMD ["--help"]
