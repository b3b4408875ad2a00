// Which methods cannot run on the bodies of a source, and why: known from what methods can do and what bodies are.

import type { MethodInfo, Mote } from "mote-collision";
import type { MeshData } from "../protocol.js";
import { isExpected } from "./errors.js";
import type { Source } from "./sources/source.js";

const NEEDS_RIGID = "needs rigid bodies, and these deform";
const NEEDS_CONVEX = "needs convex bodies, and these are not";
/** Larger meshes are taken for concave. */
const MAX_CONVEX_TRIANGLES = 5000;

/** The library itself decides whether a mesh is convex. */
function refusesMesh(mote: Mote, method: MethodInfo, { positions, triangles }: MeshData): boolean {
  if (triangles.length > 3 * MAX_CONVEX_TRIANGLES) return true;
  const world = mote.createWorld({ method: method.name });
  const mesh = mote.createMesh(positions, triangles);
  try {
    world.add(mesh);
    world.detect();
    return false;
  } catch (error) {
    if (!isExpected(error)) throw error;
    return true;
  } finally {
    mesh.dispose();
    world.dispose();
  }
}

/** By the name of the method. Sources whose bodies come and go are not judged. */
export function refusalsOf(mote: Mote, source: Source): Record<string, string> {
  const refusals: Record<string, string> = {};
  if (source.kind === "recording") return refusals;
  const deforms = source.bodies.some((_, body) => source.transform(body, 0, 0) === null);
  const needConvex = mote.methods.filter(({ abilities }) => !abilities.includes("concave"));
  const [first] = needConvex;
  const isConcave = !deforms && first !== undefined && source.meshes.some((mesh) => refusesMesh(mote, first, mesh));
  for (const { name, abilities } of mote.methods) {
    if (!abilities.includes("deforming") && deforms) refusals[name] = NEEDS_RIGID;
    else if (!abilities.includes("concave") && isConcave) refusals[name] = NEEDS_CONVEX;
  }
  return refusals;
}
