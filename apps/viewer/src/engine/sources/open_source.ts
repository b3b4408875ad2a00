import type { Mote } from "mote-collision";
import type { DroppedFile, SourceChoice } from "../../protocol.js";
import { UserError } from "../errors.js";
import { FilesSource } from "./files.js";
import { RecordingSource } from "./recording.js";
import { SceneSource } from "./scene.js";
import type { Source } from "./source.js";

export const RECORDING_EXTENSION = "moterec";

function isRecording(file: DroppedFile): boolean {
  return file.name.toLowerCase().endsWith(`.${RECORDING_EXTENSION}`);
}

export function openSource(mote: Mote, choice: SourceChoice): Source {
  if (choice.kind === "scene") return new SceneSource(mote, choice);
  const recording = choice.files.find(isRecording);
  if (!recording) return new FilesSource(mote, choice.files, choice.placement);
  if (choice.files.length > 1) throw new UserError(`${recording.name} is a recording: open it without other files`);
  return new RecordingSource(mote, recording.name, recording.bytes);
}
