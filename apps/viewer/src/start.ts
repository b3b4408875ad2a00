// What the page loads first: starts the engine, and loads everything else beside it.

import "./style.css";
import { startEarly } from "./engine_worker.js";

startEarly();
void import("./main.js");
