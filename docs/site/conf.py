"""How Sphinx makes the site; ``docs/make_site.py`` runs it."""

from importlib.metadata import version as version_of

project = "mondegreen"
version = release = version_of("mondegreen")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "README"

html_theme = "furo"
html_title = "mondegreen"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_theme_options = {"top_of_page_buttons": []}
html_sourcelink_suffix = ""  # llms.txt names the sources, which are Markdown
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # would have to be fetched, which files cannot
html_use_index = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

myst_heading_anchors = 6
autodoc_typehints = "none"  # signatures with many named arguments are long enough
autodoc_member_order = "bysource"
napoleon_use_ivar = True
