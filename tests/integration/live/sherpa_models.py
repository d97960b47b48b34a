"""Small models for sherpa-onnx, made here: they hear words in how loud and how bright a sound is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["WORDS", "make_offline", "make_streaming"]

WORDS = ("one", "two", "three", "four")
_BANDS = 80
_SUBSAMPLING = 4
_CHUNK = 32  # frames of 10 ms


def make_streaming(folder: Path) -> Path:
    """Write a model for ``OnlineRecognizer.from_nemo_ctc``: CTC over chunks of 0.32 s, without a memory."""
    cut = [helper.make_node("Slice", ["audio_signal", "zero", "chunk", "axis"], ["frames"])]
    caches = ("cache_last_channel", "cache_last_time", "cache_last_channel_len")
    kept = [helper.make_node("Identity", [each], [f"{each}_next"]) for each in caches]
    shapes: dict[str, Any] = {
        "cache_last_channel": (TensorProto.FLOAT, ["B", 1, 1, 1]),
        "cache_last_time": (TensorProto.FLOAT, ["B", 1, 1, 1]),
        "cache_last_channel_len": (TensorProto.INT64, ["B"]),
    }
    dims = {f"{each}_dim{at}": 1 for each in caches[:2] for at in (1, 2, 3)}
    more = {"window_size": _CHUNK + 1, "chunk_shift": _CHUNK, **dims}
    return _written(folder, [*cut, *kept], shapes, more)


def make_offline(folder: Path) -> Path:
    """Write a model for ``OfflineRecognizer.from_nemo_ctc``, with the same weights."""
    whole = [helper.make_node("Identity", ["audio_signal"], ["frames"])]
    more = {"normalize_type": "", "model_type": "EncDecCTCModelBPE"}
    return _written(folder, whole, {}, more)


def _written(folder: Path, nodes: list[Any], caches: dict[str, Any], about: dict[str, Any]) -> Path:
    blank = len(WORDS)
    weights = np.random.default_rng(3).standard_normal((_BANDS, blank + 1)) * 0.3
    weights -= weights.mean(0)  # a word is heard in the shape of the spectrum
    weights[:, blank] = -4 / _BANDS  # and silence in its level
    bias = np.array([0.0] * blank + [-20.0])
    heard = [
        *nodes,
        helper.make_node(
            "AveragePool", ["frames"], ["pooled"],
            kernel_shape=[_SUBSAMPLING], strides=[_SUBSAMPLING],
        ),
        helper.make_node("Transpose", ["pooled"], ["turned"], perm=[0, 2, 1]),
        helper.make_node("MatMul", ["turned", "weights"], ["product"]),
        helper.make_node("Add", ["product", "bias"], ["scores"]),
        helper.make_node("LogSoftmax", ["scores"], ["log_probabilities"], axis=-1),
        helper.make_node("Div", ["length", "subsampling"], ["length_out"]),
    ]  # fmt: skip
    constants = {
        "weights": weights.astype(np.float32),
        "bias": bias.astype(np.float32),
        "zero": np.array([0]),
        "chunk": np.array([_CHUNK]),
        "axis": np.array([2]),
        "subsampling": np.array([_SUBSAMPLING]),
    }
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        heard,
        "words",
        [
            value("audio_signal", TensorProto.FLOAT, ["B", _BANDS, "T"]),
            value("length", TensorProto.INT64, ["B"]),
            *(value(name, *shape) for name, shape in caches.items()),
        ],
        [
            value("log_probabilities", TensorProto.FLOAT, ["B", "t", blank + 1]),
            value("length_out", TensorProto.INT64, ["B"]),
            *(value(f"{name}_next", *shape) for name, shape in caches.items()),
        ],
        [numpy_helper.from_array(each, name) for name, each in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(
        model, {k: str(v) for k, v in {"subsampling_factor": _SUBSAMPLING, "vocab_size": blank, **about}.items()}
    )  # fmt: skip
    onnx.checker.check_model(model)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    tokens = [*(f"▁{word}" for word in WORDS), "<blk>"]
    lines = [f"{token} {at}\n" for at, token in enumerate(tokens)]
    (folder / "tokens.txt").write_text("".join(lines), "utf-8")
    return folder
