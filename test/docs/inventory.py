"""How each block of each page is executed, or why it is not.

A page has a session of the shell: its blocks run one after the other, in one shell and one folder. What is not said
here follows from the language of the block: sh is run, python and js are run by python3 and node; c, cpp and text are
quotes of programs, of which a test compares the output (quotes.py). Every other block needs a rule.

An edit changes what a block says before it is run, because a name is a placeholder or the time is too long. Each edit
and each rule must match something: if one does not, the page has changed, and this list has to follow.
"""

from typing import NamedTuple

# The parts, and the script that runs each by test_documents.sh. The part without a script is the test docs/documents.
PARTS = {
    "native": None,
    "python": "tools/test_python.sh",  # where the wheel is installed
    "js": "tools/stages.sh",  # where the npm package is built
    "blender": "tools/test_blender.sh",
    "verbs": "tools/stages.sh",  # verbs of ./run, after the stages that build most of what they need
}

# The share of all blocks.
MAX_EXCUSED = 0.1


class Edit(NamedTuple):
    """pattern: a regular expression, for the lines of one block. only_quick: not in the tests with full counts."""

    pattern: str
    to: str
    only_quick: bool = False


class Run(NamedTuple):
    """shell: what the shell runs, with the block in place of BLOCK. part: that of the page, if it is empty."""

    shell: str = "BLOCK"
    edits: tuple = ()
    part: str = ""


class OwnedBy(NamedTuple):
    """A test elsewhere takes the block from the page and runs it. test: words with which it begins in the file."""

    file: str
    test: str


class Quote(NamedTuple):
    """The block is part of a program, or of what a program prints, and a test runs the program."""


class Names(NamedTuple):
    """The block is a map: each file and folder that it names must exist."""


class Excused(NamedTuple):
    """The block is not executed."""

    reason: str


class Page(NamedTuple):
    """How the blocks of a page are executed.

    rules: how a line of a block begins, and what is done with the block; the longest that fits counts.
    setup: what the shell does before the first block, by part.
    in_copy: the current folder is a copy of the sources. Otherwise it is empty, or that of the sources for the parts
    blender and verbs.
    new_home: with the home of a user who has nothing in it.
    generated: the test that generates the page again; its blocks without a rule are no code of their own, and do
    not count.
    """

    rules: dict = {}
    setup: dict = {}
    part: str = "native"
    in_copy: bool = False
    new_home: bool = False
    generated: OwnedBy = None


def here(command):
    """The shell runs this command with the block as its standard input."""
    return f"{command} <<'END'\nBLOCKEND\n"


def c_program(before, after, libraries=""):
    """The block is a part of main, which returns 0."""
    return Run(f"{{ cat <<'BEFORE'; cat <<'END'; echo '{after}'; }} >program.c\n{before}BEFORE\nBLOCKEND\n"
               f'cc -Wall -Werror -I "$MOTE_SOURCE/include" -I "$MOTE_SOURCE" program.c {libraries} '
               '"$MOTE_BUILD/libmote.a" -lm -pthread -o program\n./program')


def python_after(before):
    """The block is the end of a program."""
    return Run(f"cat >before.py <<'END'\n{before}END\n" + here("cat >block.py") + "cat before.py block.py >program.py\n"
               "python3 program.py", part="python")


DEFAULTS = {
    "sh": Run(),
    # The blocks of a page are one program that grows.
    "python": Run(here("cat >>page.py") + "python3 page.py", part="python"),
    "js": Run("n=$((${n-0} + 1))\n" + here("cat >block$n.mjs") + "node block$n.mjs", part="js"),
    "c": Quote(),
    "cpp": Quote(),
    "text": Quote(),
}


def js_printing(pattern):
    """Blanks do not matter."""
    return Run(DEFAULTS["js"].shell + f" >printed.txt\ntr -d ' \\n' <printed.txt | grep '{pattern}'", part="js")


FRAMES = Edit(r"--frames \d+", "--frames 2", True)
GRAZING = Edit(r"--grazing \d+", "--grazing 2", True)
SCENE = Edit(r"\bSCENE\b(\.\.\.)?", "teapot-sphere")
LITERAL = Edit(r" \[--literal\]", " --literal")
INSTALLING = OwnedBy("bindings/python/test/test_install.py",
                     "def test_the_commands_of_the_page_install_the_package")
LITTLE = "blobs-light --frames 0:1 --repeats 2"
SCENES = '"$MOTE_BUILD/libmote_scenes.a" "$MOTE_BUILD/libmote_io.a"'
TETRAHEDRON = r"'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'"

FOLLOWED = OwnedBy("test/docs/follow_adding_a_method.py", "def main")

INVENTORY = {
    "README.md": Page(
        setup={"native": f"""
printf {TETRAHEDRON} | tee a.obj >b.obj
mote_make_arm character.glb
echo character.glb >night.txt
prefix=$PWD/prefix
hello=$MOTE_SOURCE/examples/hello.txt
"""},
        rules={
            "./run demo": Run(part="verbs", edits=(
                # .ci/run does this on a bare machine.
                Edit(r"^\./run demo\b", "grep -qx './run test-bare --quick.*' .ci/run; grep -q './run demo' test/bare/run.sh", True),
                Edit(r"^\./run view\b", "view_answers ./run view"),
                # All tests run by the line of .ci/run; this one is among them.
                Edit(r"^\./run test\b", "grep -qx './run test' .ci/run"))),
            "// Two tetrahedra": Run(here("cat >app.c")),
            "cmake -B build &&": Run("""
cd "$MOTE_COPY"
BLOCK
cd "$MOTE_WORK"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name mote.pc)")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH LD_LIBRARY_PATH
""", edits=(
                Edit("cmake --build build", ":", True),
                Edit("cmake --install build", 'cmake --install "$MOTE_BUILD"', True),
                Edit(r"(sudo )?cmake --install (\S+)", r'cmake --install \2 --prefix "$prefix"'))),
            "find_package": Run(here("cat >use.txt") + """
for library in mote mote_shared; do
    mkdir $library
    cp app.c $library
    {
        printf 'cmake_minimum_required(VERSION 3.25)\\nproject(app LANGUAGES C)\\nadd_executable(app app.c)\\n'
        sed "s/PRIVATE mote::mote)/PRIVATE mote::$library)/" use.txt
    } >$library/CMakeLists.txt
    cmake -S $library -B $library/build -DCMAKE_PREFIX_PATH="$prefix"
    cmake --build $library/build
    $library/build/app | diff "$hello" -
done
ldd mote_shared/build/app | grep libmote.so
"""),
            "include(FetchContent)": OwnedBy("test/bare/inside/readme.sh", "fenced cmake 'FetchContent'"),
            "add_subdirectory": OwnedBy("test/bare/inside/readme.sh", "fenced cmake 'add_subdirectory'"),
            "cc app.c": Run(edits=(Edit(r"^(cc app\.c .*?) +# (.*)$", r'\1\n./a.out | diff "$hello" - # \2'),)),
            "mote check": Run(edits=(
                Edit(r"^mote bench blobs-light", "mote bench blobs-light --frames 0:2 --repeats 1", True),
                Edit(r"^mote paper smith", "mote paper smith --quick"),
                Edit(r"^mote record teapot-sphere", "mote record teapot-sphere --frames 0:9", True))),
        }),
    "docs/batch.md": Page(
        setup={"native": f"""
mkdir shots shirts
printf {TETRAHEDRON} | tee body.obj shirts/a.obj >shirts/b.obj
mote_make_body shots/a.glb 300 10
mote_make_body shots/b.glb 340 20
mote_make_arm hero.glb
"""},
        rules={
            # No program here writes FBX.
            "cat >night.txt": Run(edits=(Edit(r"^hero\.fbx --clip run", "hero.glb --clip bend"),)),
            "SELECT": Run(here("sqlite3 -bail night/batch.sqlite")),
            "/usr/bin/mote batch --run": Run("BLOCK\nsh night/commands || [ $? -eq 1 ]", edits=(
                Edit("^/usr/bin/mote", "mote"), Edit("/mnt/night", "night"))),
        }),
    "docs/check.md": Page(
        setup={"native": "mote_make_arm character.glb\nmote check character.glb --sqlite report.sqlite\n"},
        rules={
            "# the walk": Run(
                "mkdir walk\ncd walk\nfor part in cape LeftUpperArm Spine1 LeftHand LeftUpLeg; do "
                f"printf {TETRAHEDRON} >$part.obj; done\n" + here("cat >mote-check.toml") +
                "mote check ./*.obj | tee summary.txt\ngrep '6 settings are from' summary.txt\ncd .."),
            "SELECT": Run(here("sqlite3 -bail report.sqlite")),
        }),
    "docs/adding-a-method.md": Page(rules={
        "--- a/": FOLLOWED,
        "// Every face against": FOLLOWED,
        "./run check": FOLLOWED,
    }),
    "docs/benchmarking.md": Page(rules={
        "./run benchmarks": Excused("measures for hours, beside libraries that it installs"),
        "mote bench --against BUILD": Run(edits=(
            Edit(r"--against BUILD", '--against "$MOTE_BUILD"'), Edit(r"SCENE\.\.\.", LITTLE),
            Edit(r"--bars", "--bars teapot-sphere --repeats 2", True))),
        "cp build/": Run(edits=(Edit(r"build/\w+", '"$MOTE_BUILD"'), Edit(r"/tmp/", "./"),
                                Edit(r"blobs-light", LITTLE, True))),
        "tools/build_runner.sh": Run(edits=(
            Edit(r"^tools", '"$MOTE_SOURCE/tools"'),
            Edit(r"BUILD \[SOURCE \[OUT\]\]", '"$MOTE_BUILD" "$MOTE_SOURCE" "$PWD/runner.so"'))),
    }),
    "docs/recall.md": Page(rules={
        "mote recall SCENE...": Run(edits=(
            SCENE, Edit(r"\bM\b", "paired"), Edit(r"\[(--particles) N\]", r"\1 2"), Edit(r"\[(--frames) F\]", r"\1 2"),
            Edit(r"\[(--speed) S\]", r"\1 .02"), Edit(r"\[(--seed) K\]", r"\1 2"))),
        "mote recall letters-ww": Run("BLOCK\nxmllint --noout senin.svg",
                                      edits=(Edit("letters-ww", "letters-ww --frames 2", True),)),
    }),
    "docs/methods/lbg.md": Page(rules={
        "mote recall SCENE --method lbg --particles 0": Run(edits=(SCENE, Edit(r"\bRULE\b", "kissing"), FRAMES)),
        "mote recall teapot-sphere": Run(edits=(FRAMES,)),
        "mote recall SCENE --method lbg --particles N": Run(edits=(SCENE, Edit(r"\bN\b", "12"), LITERAL, FRAMES)),
        "mote recall SCENE --method lbg --particles 12": Run(
            edits=(SCENE, Edit(r"\bOPTION\b", "lbg.count=shadows"), FRAMES)),
    }),
    "docs/methods/paired.md": Page(rules={
        "mote recall --suite": Run(edits=(FRAMES,)),
        "mote recall teapot-sphere": Run(edits=(GRAZING,)),
        "mote recall letters-mv": Run(edits=(GRAZING,)),
    }),
    "docs/methods/senin.md": Page(rules={
        "mote_world_option_set": c_program("""
#include <mote/mote.h>
#include <mote/papers.h>
int main(void)
{
    mote_world_def def = mote_default_world_def();
    mote_senin_options options = {0};
""", "return !options.one_set; }"),
        "mote recall SCENE": Run(edits=(SCENE, Edit("one_set=1$", "one_set=1 --frames 2"))),
        "mote recall letters-tt letters-mv letters-ww senin-t": Run(edits=(LITERAL, FRAMES)),
        "mote recall letters-tt letters-mv letters-ww --method": Run(edits=(FRAMES,)),
    }),
    "docs/recording.md": Page(
        setup={"native": "mote record letters-tt --frames 0:60 --out bug.moterec\n"}),
    "docs/recipes.md": Page(
        setup={"native": "mote record teapot-sphere --frames 0:3 --out bug.moterec\nmote_make_arm character.glb\n"},
        rules={
            "mote check": Run("BLOCK\nxmllint --noout clipping.xml"),
            "mote replay": Run(),
        }),
    "docs/scenes.md": Page(rules={
        "mote_deformer *skin": c_program("""
#include <scenes/scenes.h>
static mote_vec3 out[1 << 20];
int main(void)
{
    scene_def def = scene_default_def();
    def.name = "character-garment";
    scene_instance *scene;
    if (scene_open(&def, &scene)) return 1;
    const uint32_t body = 0, frame = 7;
    const io_model *model = scene_model(scene, body);
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    mesh_def.indices = model->triangles;
    mesh_def.index_count = 3 * (size_t)model->triangle_count;
    mote_mesh *mesh;
    if (mote_mesh_create(&mesh_def, &mesh)) return 1;
    mote_nodes *nodes = NULL;
""", "return !skin || mote_deformer_evaluate_all(skin, NULL, out); }", SCENES),
    }),
    "docs/tutorial.md": Page(in_copy=True, rules={
        # Packages are installed on the bare machine.
        "sudo apt-get": Run(edits=(Edit(r"^sudo .*", ":"),)),
        "cmake -G Ninja -B build/tutorial": Run(edits=(
            Edit(r"^cmake (-G Ninja -B|--build) build/tutorial.*", ":", True),
            Edit(r"--install build/tutorial", '--install "$MOTE_BUILD"', True))),
    }),
    "docs/architecture.md": Page(rules={
        "include/mote/": Names(),
        "          dynamics": Excused("a drawing; tools/check_includes.sh keeps it true"),
        "stage          what it does": Names(),
    }),
    "docs/cluster.md": Page(rules={
        "T = w n (1 + e)": Excused("a formula; bench/mpi/simulate.py computes it"),
        "scene      ranks": Run(
            here("cat >table.txt") + 'python3 "$MOTE_SOURCE/bench/mpi/simulate.py" | diff table.txt -'),
    }),
    "docs/deformers.md": Page(rules={
        "x(s) =": Excused("a formula"),
        "D(v) =": Excused("a formula"),
        "|u(x)": Excused("a formula"),
    }),
    # Debian's Python, even where another one comes first in PATH.
    "docs/blender.md": Page(part="blender", new_home=True, setup={"blender": "PATH=/usr/bin:$PATH\n"}, rules={
        # The user's Blender sees the package that was installed.
        "sudo apt-get": Run("""
BLOCK
MOTE_ADD_ON=$PWD/build/blender/mote_check.zip
export MOTE_ADD_ON
blender --background --python-exit-code 1 --python integrations/blender/test/test_install.py
"""),
        # The same with Debian's Python, which has cffi: other Pythons and packages would come from the network.
        "4.2/python": Run(
            "BLOCK\nPYTHONPATH=$HOME/.config/blender/4.2/scripts/modules python3 -c 'import mote; mote.World()'",
            edits=(Edit(r"^4\.2/python/bin/python3\.11", "python3"), Edit(" cffi ", " "))),
    }),
    "docs/viewer.md": Page(part="verbs", rules={
        "./run view": Run(edits=(Edit(r"^\./run view", "view_answers ./run view"),)),
        "Cross-Origin": Run(here("while read -r line; do grep -qix \"$line\" \"$MOTE_WORK/headers\"; done")),
        "bindings/js/": Names(),
        "page   ": Names(),
    }),
    "CONTRIBUTING.md": Page(part="verbs", rules={
        "git clone ADDRESS": Run(edits=(
            Edit(r"^git clone .*", ":"), Edit(r"^cd mote$", ":"), Edit(r"^\./run check$", "./run check core/hash", True))),
        "./run check": Run(),
        # A debugger needs a terminal.
        "cmake --preset debug": Run(edits=(Edit(r"^gdb .* (\S+)$", r"test -x \1"),)),
        "pool: count spins": Excused("the message of a commit"),
        "cmake --preset wasm": Excused("the steps of the stages wasm and viewer, with packages from the network"),
    }),
    "docs/python.md": Page(
        part="python", rules={"sudo apt-get": INSTALLING},
        setup={"python": 'mkdir -p build/demo\n"$MOTE_BUILD/mote_make_arm" build/demo/arm.glb\n'}),
    "docs/python-reference.md": Page(
        part="python",
        generated=OwnedBy("bindings/python/test/test_docs.py", "def test_the_reference_is_that_of_the_docstrings"),
        rules={
            "body.set_motion": python_after("""
import mote
import numpy as np
end_positions = np.eye(4, 3, dtype=np.float32)
start_positions = end_positions + [3, 0, 0]
mesh = mote.Mesh(end_positions, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
world = mote.World()
world.add(mesh)
body = world.add(mesh)
"""),
            "from mote.trimesh": python_after("""
import collections
import numpy as np
faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
arm = table = collections.namedtuple("Mesh", "vertices faces")(np.eye(4, 3), faces)
transform = np.eye(4)
"""),
        }),
    "bindings/python/README.md": Page(part="python", rules={
        "sudo apt-get": INSTALLING,
        "import mote": python_after("""
import numpy as np
arm_faces = sleeve_faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
arm_vertices = sleeve_vertices = np.eye(4, 3, dtype=np.float32)
arm_frames = sleeve_frames = [arm_vertices, arm_vertices + [0.1, 0, 0]]
frame_count = 2
"""),
    }),
    "bindings/js/README.md": Page(part="js", rules={
        "for (let frame = 0; frame < 4;": js_printing("frame3:[1-9][0-9]*facepairs"),
        "objects.dispose();": js_printing("begin,[1-9][0-9]*pairsoffaces"),
        "morph.setWeights": js_printing("0,0,0,1,0,0,2,1,0.5"),
    }),
}
