"""The settings of Sphinx. The sources that it reads are written by build.py."""

import datetime

project = "mote"
author = "the mote authors"
copyright = f"{datetime.date.today().year}, {author}"
extensions = ["myst_parser"]
myst_heading_anchors = 4
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["build"]
html_theme = "furo"
html_title = "mote"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "tango"
pygments_dark_style = "monokai"
highlight_language = "text"
toc_object_entries_show_parents = "hide"
add_function_parentheses = False
# Every name in a signature and every link must lead somewhere, except for the names of other libraries.
nitpicky = True
nitpick_ignore = [("c:identifier", name) for name in
                  ["size_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t", "int32_t", "int64_t", "bool",
                   "FILE", "MPI_Comm"]]
# Sphinx knows constants by the name of their enum only.
nitpick_ignore_regex = [("c:identifier", "MOTE_.*")]
