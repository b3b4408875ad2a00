"""Checks of whole animations: the answers and the reports of the command."""

from __future__ import annotations

import io
import json
import os
import pathlib
import subprocess
from typing import Any, List, Tuple

import numpy as np
import numpy.typing as npt
import pytest
from shapes import ball

import mote

Array = npt.NDArray[Any]
FRAMES = 12


def animation() -> Tuple[Array, Array, Array]:
    """A ball that grows into another one: frames of both, and their faces."""
    vertices, faces = ball(8)
    growing = np.stack([vertices * (0.8 + 0.05 * i) for i in range(FRAMES)]).astype(np.float32)
    return growing, vertices + [2.0, 0, 0], faces


def test_arrays_give_findings_episodes_and_totals() -> None:
    growing, still, faces = animation()
    result = mote.check({"growing": (growing, faces), "still": (still, faces)})
    assert [part.name for part in result.parts] == ["growing", "still"] and result.parts[0].is_closed
    assert result.failed and result.error is None and result.total.checked == FRAMES
    (episode,) = result.episodes
    assert episode["severity"] == mote.Severity.PENETRATE and episode["last"] == FRAMES - 1
    assert result.total.frames[mote.Severity.PENETRATE] == len(result.findings)
    assert result.total.face_pairs == len(result.face_pairs) == result.findings["face_pair_count"].sum()
    world = mote.World()
    mesh = mote.Mesh(growing[0], faces)
    a = world.add(mesh)
    world.add(mesh, vertices=still)
    for finding in result.findings:
        a.vertices = growing[finding["frame"]]
        (pair,) = world.detect()
        assert np.array_equal(result.faces_of(finding), pair.face_pairs)
        assert finding["depth"] == pair.contacts["depth"].max()
    assert "FOUND" in str(result) and "1 episodes" in repr(result)
    assert result.verdict == mote.CheckVerdict.FINDINGS and result.complete
    (remark,) = result.remarks
    assert remark.kind == mote.RemarkKind.REQUEST and not remark.incomplete and "themselves" in remark.text


def test_a_bullet_is_found_between_frames() -> None:
    plate = np.array([[0, -4, -4], [0, 4, -4], [0, 4, 4], [0, -4, 4]], np.float32)
    bullet = np.array([[0, 1, 0], [-0.125, 1, 0], [-0.125, 1.125, 0], [-0.125, 1, 0.125]], np.float32)
    flight = np.stack([bullet + [8 * i - 13, 0, 0] for i in range(4)]).astype(np.float32)
    parts = {"plate": (plate, [[0, 1, 2], [0, 2, 3]]),
             "bullet": (flight, [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]])}
    missed = mote.check(parts)
    assert missed.verdict == mote.CheckVerdict.CLEAN and missed.total.leaps == 1
    assert mote.RemarkKind.MOTION in [remark.kind for remark in missed.remarks]
    found = mote.check(parts, between=True)
    (crossing,) = found.crossings
    assert found.failed and crossing["hidden"] and crossing["frame"] == 2 and abs(crossing["at"] - 1.625) < 1e-9
    assert len(found.crossing_faces) == crossing["face_pair_count"]
    assert found.crossing_faces["at"].min() == crossing["at"]
    assert found.columns("crossings")["b"][0] == "bullet"
    (episode,) = found.episodes
    assert episode["hidden"] and episode["began"] == crossing["at"]
    assert found.frames["flags"][2] == mote.FrameFlags.HIDDEN
    assert mote.check(parts, between=True, substeps=2).crossings["frame"].tolist() == [2]


def test_every_layout_gives_the_same(tmp_path: pathlib.Path) -> None:
    growing, still, faces = animation()
    np.save(tmp_path / "growing.npy", growing)
    wanted = mote.check([(growing, faces), (still, faces)], json=True).json
    for layout in (growing.astype(np.float64), np.asfortranarray(growing), growing[:, :, ::-1].copy()[:, :, ::-1],
                   np.load(tmp_path / "growing.npy", mmap_mode="r"), growing.tolist()):
        assert mote.check([(layout, faces.astype(np.uint16)), (still[np.newaxis], faces)], json=True).json == wanted
    assert json.loads(wanted)["parts"][0]["name"] == "part 1"


def test_columns_are_what_pandas_takes() -> None:
    growing, still, faces = animation()
    result = mote.check({"growing": (growing, faces), "still": (still, faces)})
    for table in ("episodes", "findings", "frames", "contacts"):
        columns = result.columns(table)
        assert len({len(column) for column in columns.values()}) == 1
        assert all(column.ndim == 1 for column in columns.values())
    assert set(result.columns("findings")["a"]) == {"growing"}
    assert set(result.columns("findings")["severity"]) == {"penetrate"}
    assert result.columns("frames")["frame"].tolist() == list(range(FRAMES))
    assert "point_z" in result.columns("contacts")
    with pytest.raises(mote.ArgumentError):
        result.columns("pairs")


def test_reports_go_to_paths_files_and_memory(tmp_path: pathlib.Path) -> None:
    growing, still, faces = animation()
    parts = {"growing": (growing, faces), "still": (still, faces)}
    memory = io.BytesIO()
    result = mote.check(parts, json=tmp_path / "report.json", write_baseline=memory)
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["summary"]["face_pairs"] == result.total.face_pairs
    (tmp_path / "known.txt").write_bytes(memory.getvalue())
    again = mote.check(parts, baseline=tmp_path / "known.txt")
    assert not again.failed and again.total.baseline_face_pairs == result.total.face_pairs
    assert mote.check(parts, write_baseline=True).baseline.encode() == memory.getvalue()
    regions = mote.check(parts, write_baseline=True, baseline_by_regions=True).baseline
    assert regions.startswith("mote baseline 2\n")
    (tmp_path / "known.txt").write_text(regions)
    assert not mote.check(parts, baseline=tmp_path / "known.txt").failed
    with pytest.raises(mote.StateError):
        result.json
    with pytest.raises(OSError):
        mote.check(parts, json=tmp_path / "no" / "report.json")


def test_the_page_of_the_command() -> None:
    growing, still, faces = animation()
    try:
        page = mote.check({"<b>": (growing, faces), "still": (still, faces)}, html=True).html
    except mote.RefusedError:
        pytest.skip("built without the page")
    assert page.startswith("<!") and "\\u003cb>" in page


def test_checks_frame_by_frame_and_any_frame(tmp_path: pathlib.Path) -> None:
    growing, still, faces = animation()
    with mote.Check({"growing": (growing, faces), "still": (still, faces)}, frames=(2, 10)) as check:
        (clip,) = check.clips
        assert (clip.first_frame, clip.last_frame, clip.frame_count, clip.name) == (2, 10, FRAMES, None)
        assert check.wanted_count == 9 and check.fps == 30 and clip.start == 0
        assert clip.end == pytest.approx((FRAMES - 1) / 30) and "growing" in check.heading
        frames = list(check)
        assert [frame.number for frame in frames] == list(range(2, 11))
        last = check.frame_at(FRAMES - 1)
        assert np.array_equal(check.positions(0)[check.triangles(0)], growing[-1][faces])
        check.write_ply(tmp_path / "last.ply")
        assert (tmp_path / "last.ply").read_bytes().startswith(b"ply")
        assert len(last.face_pairs) == last.findings["face_pair_count"].sum() > 0
        result = check.finish(frames)
        assert result.total.checked == 9
        with pytest.raises(mote.StateError):
            check.finish()
    with pytest.raises(mote.StateError):
        check.next_frame()


def test_progress_can_cancel_and_exceptions_end_the_check(tmp_path: pathlib.Path) -> None:
    growing, still, faces = animation()
    parts = [(growing, faces), (still, faces)]
    seen: List[Tuple[int, int]] = []

    def three(done: int, count: int) -> bool:
        seen.append((done, count))
        return done < 3

    result = mote.check(parts, progress=three)
    assert not result.complete and [remark.kind for remark in result.remarks if remark.incomplete] == [
        mote.RemarkKind.CANCELED]
    assert result.total.canceled and result.total.checked == 3 and seen == [(1, 12), (2, 12), (3, 12)]

    def fail(done: int, count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mote.check(parts, progress=fail, json=tmp_path / "report.json")
    assert json.loads((tmp_path / "report.json").read_text())["summary"]["cut_short"]

    class Full(io.RawIOBase):
        def write(self, data: Any) -> int:
            raise OSError(28, "the disk is full")

    with pytest.raises(OSError, match="full"):
        mote.check(parts, json=Full())


@pytest.mark.parametrize("parts, settings", [
    ("parts", {}),
    ([1, 2], {}),
    ([(np.zeros((2, 3, 3)), [[0, 1, 2]]), (np.zeros((3, 3, 3)), [[0, 1, 2]])], {}),
    ([(np.zeros((2, 3)), [[0, 1, 2]], 1)], {}),
    ([(np.zeros((2, 3, 2)), [[0, 1, 2]])], {}),
    ([(np.zeros((0, 3, 3)), [[0, 1, 2]])], {}),
    ([(np.zeros((2, 3, 3), complex), [[0, 1, 2]])], {}),
    ([(np.zeros((2, 3, 3)), [[0, 1, 3]])], {}),
    ([(np.zeros((2, 3, 3)), [[0, 1, -1]])], {}),
    ([(np.zeros((2, 3, 3)), [[0.5, 1, 2]])], {}),
    ([], {}),
    ({3: (np.zeros((2, 3, 3)), [[0, 1, 2]])}, {}),
    ([(np.zeros((2, 3, 3)), [[0, 1, 2]])], {"fps": 0}),
    ([(np.zeros((2, 3, 3)), [[0, 1, 2]])], {"frames": (1, 9)}),
    ([(np.zeros((2, 3, 3)), [[0, 1, 2]])], {"tolerance": -1}),
    ([(np.zeros((2, 3, 3)), [[0, 1, 2]])], {"ignore": ["a\0b"]}),
    ([(np.zeros((2, 3, 3)), [[0, 1, 2]])], {"fail_on": "never"}),
    ([(np.zeros((2, 3, 3)), [[0, 1, 2]])], {"baseline": "no/such/file"}),
    ([(np.zeros((2, 3, 3)), [[0, 1, 2]])], {"json": 7}),
])
def test_bad_parts_and_settings_are_refused(parts: Any, settings: Any) -> None:
    with pytest.raises(mote.Error) as raised:
        mote.check(parts, **settings)
    assert str(raised.value)


def test_what_was_not_checked_is_told() -> None:
    growing, still, faces = animation()
    still = still + [9, 0, 0]
    with mote.Check([(growing, faces), (still, faces)], json=True, accept=["output"], self_collision=False) as check:
        check.add_remark("output", "an old file", 2)
        check.add_remark(mote.RemarkKind.FILES, "a file was not read")
        result = check.run(False)
    assert result.verdict == mote.CheckVerdict.INCOMPLETE and "incomplete" in str(result)
    assert result.remarks == [mote.Remark(mote.RemarkKind.OUTPUT, False, 2, "an old file"),
                              mote.Remark(mote.RemarkKind.FILES, True, 1, "a file was not read")]
    report = json.loads(result.json)
    assert report["summary"]["verdict"] == "incomplete" and not report["summary"]["complete"]
    assert [remark["kind"] for remark in report["remarks"]] == ["output", "files"]
    with pytest.raises(mote.ArgumentError):
        mote.check([(growing, faces)], accept=["budget"])
    with pytest.raises(mote.StateError):
        check.add_remark("files", "too late")


def test_depths_that_are_not_known_fail_unless_they_may_pass() -> None:
    sheet = np.array([[-1.0, -1, 0], [2, -1, 0], [0, 2, 0]])
    other = np.array([[[0, 0.1, height - 1], [0.1, 0, height + 1], [0.4, 0.3, height]] for height in range(4)])
    parts = [(sheet, [[0, 1, 2]]), (other, [[0, 1, 2]])]
    result = mote.check(parts, fail_depth=0.01)
    assert result.failed and result.total.unknown_depths == result.total.frames[mote.Severity.PENETRATE]
    result = mote.check(parts, fail_depth=0.01, pass_unknown_depth=True)
    assert not result.failed and result.verdict == mote.CheckVerdict.PASSED
    assert result.remarks[0].kind == mote.RemarkKind.DEPTH and not result.remarks[0].incomplete


def test_a_file_reaches_only_its_own_folder(tmp_path: pathlib.Path) -> None:
    (tmp_path / "inner").mkdir()
    np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32).tofile(tmp_path / "outside.bin")
    path = tmp_path / "inner" / "triangle.gltf"
    path.write_text(json.dumps({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 36, "uri": "../outside.bin"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"name": "triangle", "mesh": 0}],
        "scenes": [{"nodes": [0]}],
    }))
    with pytest.raises(mote.RefusedError, match="allow-outside"):
        mote.Check(files=path)
    assert [part.name for part in mote.Check(files=path, allow_outside=True).parts] == ["triangle"]
    try:
        open_check = mote.Check(files=path, allow_outside=True, require_filter=True)
    except mote.RefusedError as error:
        assert "a filter of system calls is required" in str(error)
        assert mote.RemarkKind.SANDBOX in [one.kind for one in mote.check_file(path, allow_outside=True).remarks]
    else:
        assert [part.name for part in open_check.parts] == ["triangle"]


def test_messages_show_names_and_do_not_obey_them(tmp_path: pathlib.Path) -> None:
    with pytest.raises(mote.Error) as caught:
        mote.Check(files=tmp_path / "a\x1b[31m\u202e.glb")
    assert "a\\u001b[31m\\u202e.glb" in str(caught.value)


def test_parts_with_bad_numbers_are_reported() -> None:
    growing, still, faces = animation()
    growing[4, 0, 0] = np.nan
    with mote.Check([(growing, faces), (still, faces)]) as check:
        frames = list(check)
        assert frames[4].invalid.tolist() == [0] and check.finish(frames).total.invalid_frames == 1


def test_files_give_the_reports_of_the_command(tmp_path: pathlib.Path) -> None:
    command, make_arm = os.environ.get("MOTE_COMMAND"), os.environ.get("MOTE_MAKE_ARM")
    if not command or not make_arm:
        pytest.skip("MOTE_COMMAND and MOTE_MAKE_ARM do not name the programs that ./run test-python builds")
    arm = str(tmp_path / "arm.glb")
    subprocess.run([make_arm, arm], check=True)
    for source in (arm, "spheres-4"):
        path = tmp_path / "command.json"
        run = subprocess.run([command, "check", source, "--json", str(path), "--tolerance", "0.01"],
                             stdout=subprocess.PIPE)
        result = mote.check_file(source, json=True, tolerance=0.01)
        assert result.json == path.read_text() and result.failed == (run.returncode == 1)
        assert result.summary.strip() in run.stdout.decode()
    with pytest.raises(mote.Error):
        mote.check_file(tmp_path / "missing.glb")
    (tmp_path / "broken.glb").write_bytes(b"glTF" + bytes(100))
    with pytest.raises(mote.Error, match="broken.glb"):
        mote.check_file(tmp_path / "broken.glb")
