// The colors of a glTF file: for each node, that of the material that most of its faces have. The library has read the file before,
// so what is missing or odd here only costs the color.

import type { Vector } from "../../protocol.js";

interface Primitive {
  material?: number;
  indices?: number;
  attributes?: Record<string, number>;
}

interface Gltf {
  nodes?: { name?: string; mesh?: number }[];
  meshes?: { primitives?: Primitive[] }[];
  materials?: { pbrMetallicRoughness?: { baseColorFactor?: number[] } }[];
  accessors?: { count?: number }[];
}

const GLB_MAGIC = 0x46546c67;
const GLB_HEADER = 20;
/** Larger ones are not parsed a second time. */
const MAX_JSON_LENGTH = 1 << 24;

function jsonOf(file: Uint8Array): Gltf | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isGlb = file.length >= GLB_HEADER && view.getUint32(0, true) === GLB_MAGIC;
  const text = isGlb ? file.subarray(GLB_HEADER, GLB_HEADER + view.getUint32(12, true)) : file;
  if (text.length > MAX_JSON_LENGTH) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(text));
    return typeof value === "object" ? (value as Gltf | null) : null;
  } catch {
    return null;
  }
}

function colorOf(gltf: Gltf, mesh: number): Vector | null {
  const size = ({ indices, attributes }: Primitive) => gltf.accessors?.[indices ?? attributes?.["POSITION"] ?? -1]?.count ?? 0;
  const counts = new Map<number, number>();
  for (const primitive of gltf.meshes?.[mesh]?.primitives ?? []) {
    const { material = -1 } = primitive;
    counts.set(material, (counts.get(material) ?? 0) + size(primitive));
  }
  const [most = -1] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const factor = gltf.materials?.[most]?.pbrMetallicRoughness?.baseColorFactor?.slice(0, 3);
  if (factor?.length !== 3 || !factor.every((part) => part >= 0 && part <= 1)) return null;
  return factor as Vector;
}

/** By the name of the node; linear. */
export function materialColors(file: Uint8Array): Map<string, Vector> {
  const colors = new Map<string, Vector>();
  const gltf = jsonOf(file);
  try {
    for (const { name, mesh } of gltf?.nodes ?? []) {
      const color = mesh === undefined ? null : colorOf(gltf!, mesh);
      if (color && name !== undefined && !colors.has(name)) colors.set(name, color);
    }
  } catch {
    colors.clear(); // lists that are none
  }
  return colors;
}
