// The renderer; or, where the browser has no WebGL 2, a stand-in that draws nothing, so that everything else works.

import type { HandHandlers } from "./hands.js";
import type { CameraState } from "./orbit_camera.js";
import { Renderer } from "./renderer.js";
import { stageMessage } from "./stage_message.js";

export type Stage = Pick<
  Renderer,
  | "open" | "show" | "setLayers" | "setTool" | "setTheme" | "keepHold" | "letGo" | "camera" | "frameAll" | "orbit" | "zoom"
  | "render" | "renderNow" | "setCovered" | "chooseBody" | "moveChosen" | "letGoChosen"
> & { readonly canvas: HTMLCanvasElement | null };

class EmptyStage implements Stage {
  readonly canvas = null;
  camera: CameraState = { target: [0, 0, 0], yaw: 0, pitch: 0, distance: 1 };

  constructor(container: HTMLElement) {
    container.append(
      stageMessage(
        "The 3-D view needs WebGL 2, which this browser does not have or has disabled. All else works: scenes, methods, numbers and charts.",
      ),
    );
  }

  show(): ArrayBuffer[] {
    return [];
  }

  chooseBody(): Promise<null> {
    return Promise.resolve(null);
  }

  moveChosen(): boolean {
    return false;
  }

  letGoChosen(): boolean {
    return false;
  }

  open(): void {}
  setLayers(): void {}
  setTool(): void {}
  setTheme(): void {}
  keepHold(): void {}
  letGo(): void {}
  frameAll(): void {}
  orbit(): void {}
  zoom(): void {}
  render(): void {}
  renderNow(): void {}
  setCovered(): void {}
}

export function createRenderer(container: HTMLElement, handlers: HandHandlers): Stage {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { antialias: true, powerPreference: "high-performance" });
  return context ? new Renderer(container, handlers, canvas, context) : new EmptyStage(container);
}
