"""Runs a check on a scene piece by piece, and keeps what it has found."""

import shutil
import tempfile
import time

import bpy
import numpy as np

from .properties import settings_of
from .scene import SceneReader, frames_of, frames_per_second, selected_objects
from .session import ReadError, Session, Settings

#: Severities from best to worst, with the icons of the list.
ICONS = {"near": "RADIOBUT_OFF", "touch": "RADIOBUT_ON", "penetrate": "ERROR"}

_SELF = {"AUTO": None, "NO": False, "YES": True}


class Found:
    """What a check has found, beyond what the scene stores: the faces of each frame, and positions for the report."""

    def __init__(self, session, sources, folder):
        self.session = session
        self.outcome = session.outcome
        self.sources = sources
        self.folder = folder

    def faces(self, frame, name_a, name_b):
        """Of two objects in a frame, the faces of their own meshes that meet; None where nothing was found.

        Faces that a modifier made from no face of the mesh are left out.
        """
        names = self.outcome.names
        if name_a not in names or name_b not in names:
            return None
        a, b = names.index(name_a), names.index(name_b)
        pairs = self.outcome.faces.get(frame, {}).get((a, b))
        if pairs is None:
            return None
        faces = [np.unique(self.sources[part][pairs[:, side]]) for side, part in enumerate((a, b))]
        if a == b:
            faces = [np.unique(np.concatenate(faces))] * 2
        return [one[one >= 0] for one in faces]

    def close(self):
        """Removes its files."""
        self.session.close()
        shutil.rmtree(self.folder, ignore_errors=True)


_found = {}


def found_in(scene):
    """What the last check of a scene has found, or None."""
    return _found.get(scene.name_full)


def forget_all():
    """Forgets all that was found, as when another file is opened."""
    for one in _found.values():
        one.close()
    _found.clear()


class Runner:
    """A check of the selected objects over the frame range of the scene.

    tick() works for a while and returns whether there is more to do; finish() must be called at the end, also after
    an exception.
    """

    def __init__(self, context):
        settings = settings_of(context)
        objects = selected_objects(context)
        if not objects:
            raise ReadError("Select the objects that are to be checked")
        self._scene = context.scene
        self._folder = tempfile.mkdtemp(prefix="mote_", dir=bpy.app.tempdir or None)
        self.reader = SceneReader(context, objects)
        try:
            self.session = Session(self.reader, Settings(
                frames=frames_of(self._scene), fps=frames_per_second(self._scene), tolerance=settings.tolerance,
                self_collision=_SELF[settings.self_collision],
                baseline_frame=settings.baseline_frame if settings.use_baseline else None), self._folder)
        except ReadError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        settings.is_running = True
        settings.is_cancel_asked = False
        self._show_progress()

    @property
    def _settings(self):
        return self._scene.mote_check

    def _show_progress(self):
        self._settings.progress = self.session.steps_done / max(self.session.step_count, 1)
        self._settings.message = self.session.message

    def tick(self, seconds):
        """Works for about so many seconds, at least one step. False when the check is complete."""
        end = time.perf_counter() + seconds
        while self.session.step():
            if time.perf_counter() >= end:
                self._show_progress()
                return True
        return False

    def finish(self):
        """Ends the check, complete or not, and shows what it has found."""
        try:
            self.session.cancel()
        finally:
            self.reader.restore()
            settings = self._settings
            settings.is_running = False
            settings.is_cancel_asked = False
            settings.message = ""
            outcome = self.session.outcome
            if outcome is None:
                self.session.close()
                shutil.rmtree(self._folder, ignore_errors=True)
            else:
                self._store(settings, outcome)

    def _store(self, settings, outcome):
        before = _found.pop(self._scene.name_full, None)
        if before is not None:
            before.close()
        _found[self._scene.name_full] = Found(self.session, self.reader.sources, self._folder)
        settings.episodes.clear()
        for episode in outcome.episodes:
            row = settings.episodes.add()
            row.name = f"{outcome.names[episode.a]}, {outcome.names[episode.b]}"
            row.object_a, row.object_b = outcome.names[episode.a], outcome.names[episode.b]
            for field in ("first", "last", "worst", "severity", "relation", "face_pairs", "point"):
                setattr(row, field, getattr(episode, field))
            row.has_depth = episode.depth is not None
            row.depth = episode.depth or 0.0
        settings.active = 0
        count = len(outcome.episodes)
        ending = ", canceled" if outcome.canceled else f"; {outcome.incomplete[0]}" if outcome.incomplete else ""
        settings.summary = (f"{count} episode{'' if count == 1 else 's'} in {outcome.frames_checked} "
                            f"frame{'' if outcome.frames_checked == 1 else 's'}{ending}")


def write_report(scene, path):
    """Writes the HTML report of the last check. The message of a ReadError says what is missing."""
    found = found_in(scene)
    if found is None:
        raise ReadError("Check the scene first")
    found.session.write_html(path)
