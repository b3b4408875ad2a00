// The mouse cursor of each tool.

import type { Tool } from "../protocol.js";

/** Two arrows in a circle, dark with a light outline, visible on any background. */
const TURN_ICON = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" stroke-linecap="round">
<path d="M4 12a8 8 0 0 1 13.7-5.6M20 12a8 8 0 0 1-13.7 5.6" stroke="white" stroke-width="4.5"/>
<path d="M18.5 2v5h-5M5.5 22v-5h5" stroke="white" stroke-width="4.5"/>
<path d="M4 12a8 8 0 0 1 13.7-5.6M20 12a8 8 0 0 1-13.7 5.6M18.5 2v5h-5M5.5 22v-5h5" stroke="black" stroke-width="2"/>
</svg>`;

const TURN = `url("data:image/svg+xml,${encodeURIComponent(TURN_ICON)}") 12 12, crosshair`;

export function cursorOf(tool: Tool, pressed: boolean): string {
  switch (tool) {
    case "look":
      return pressed ? "grabbing" : "grab";
    case "move":
      return "move";
    case "turn":
      return TURN;
    case "pull":
      return "crosshair";
  }
}
