"""The settings of Sphinx. The sources that it reads are written by build.py."""

from pathlib import Path

from sphinx.domains.c import CDomain

project = "mote"
author = "the mote authors"
extensions = ["myst_parser"]
myst_heading_anchors = 4
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
html_theme = "theme"
html_theme_path = ["."]
html_title = "mote"
html_search_scorer = str(Path(__file__).parent / "theme/static/scorer.js")
html_copy_source = False
html_permalinks_icon = "#"
highlight_language = "text"
add_function_parentheses = False
# Every name in a signature and every link must lead somewhere, except for the names of other libraries.
nitpicky = True
nitpick_ignore = [("c:identifier", name) for name in
                  ["size_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t", "int32_t", "int64_t", "bool",
                   "FILE", "MPI_Comm"]]
# Sphinx knows constants by the name of their enum only.
nitpick_ignore_regex = [("c:identifier", "MOTE_.*")]

all_objects = CDomain.get_objects


def objects_without_parameters(domain):
    """What the search and the index list. Parameters of functions would hide everything else."""
    return (one for one in all_objects(domain) if one[2] != "functionParam")


CDomain.get_objects = objects_without_parameters
