"""Which members of public headers need a comment: docs/site/headers.py."""

import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "docs/site"))
from headers import Reader, undocumented  # noqa: E402


def names_without_documentation(declarations):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.h"
        path.write_text(f"/// @file sample.h\n/// A header.\n\n{declarations}", encoding="utf-8")
        return [line.split(": ")[1] for line in undocumented([Reader(path).read()])]


def struct(members, doc="/// A pair of bodies.\n"):
    return f"{doc}typedef struct pair {{\n{members}}} pair;\n"


class Undocumented(unittest.TestCase):
    def test_a_member_whose_name_says_everything_may_stand_without_a_comment(self):
        members = "    mote_body_id body;\n    uint32_t face_count;\n    bool closed;\n    mote_box box;\n"
        self.assertEqual(names_without_documentation(struct(members)), [])

    def test_an_enumerator_may_stand_without_a_comment(self):
        self.assertEqual(names_without_documentation("/// A side.\ntypedef enum side {\n    LEFT,\n    RIGHT\n} side;\n"), [])

    def test_coordinates_may_stand_without_a_comment(self):
        self.assertEqual(names_without_documentation(struct("    float x, y, z;\n    double xx, xy;\n")), [])

    def test_a_pointer_needs_its_owner_or_lifetime(self):
        members = "    const uint32_t *faces;\n    void (*write)(void *context);\n"
        self.assertEqual(names_without_documentation(struct(members)), ["pair.faces", "pair.write"])

    def test_a_floating_point_number_needs_its_unit(self):
        self.assertEqual(names_without_documentation(struct("    float depth;\n    double seconds[2];\n")),
                         ["pair.depth", "pair.seconds"])

    def test_a_comment_is_enough(self):
        self.assertEqual(names_without_documentation(struct("    float depth; ///< in meters\n")), [])

    def test_a_type_needs_a_comment_and_then_its_members_do_too(self):
        self.assertEqual(names_without_documentation(struct("    bool closed;\n", doc="")), ["pair", "pair.closed"])

    def test_a_function_needs_a_comment(self):
        self.assertEqual(names_without_documentation("MOTE_API void mote_f(void);\n"), ["mote_f"])


unittest.main()
