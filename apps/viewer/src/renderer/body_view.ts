// One body: its surface, edges and evaluated vertices, which all lanes share, and for each lane the touching faces and
// areas. All of them share the positions and one matrix.

import * as THREE from "three";
import type { BodyFrame, Vector } from "../protocol.js";
import type { Layers } from "../settings.js";
import type { MeshBuffers } from "./mesh_buffers.js";
import { bodyColor, COSTS, type Color } from "./colors.js";
import { colorUniform, type SharedUniforms } from "./shared_uniforms.js";
import {
  hitMaterial, hitPointMaterial, shadowMaterial, surfaceMaterial, touchedPointMaterial, wireMaterial, type BodyUniforms,
} from "./surface_materials.js";

/** Materials outlive scenes, so that shaders are compiled once: body i of the next scene uses them again. */
export class BodyMaterials {
  readonly uniforms: BodyUniforms;
  readonly surface: THREE.ShaderMaterial;
  readonly areas: THREE.ShaderMaterial;
  readonly touched: THREE.ShaderMaterial;
  readonly touchedPoints: THREE.ShaderMaterial;
  readonly faintTouchedPoints: THREE.ShaderMaterial;
  readonly wire: THREE.ShaderMaterial;
  readonly hit: THREE.ShaderMaterial;
  readonly faintHit: THREE.ShaderMaterial;
  readonly hitPoints: THREE.ShaderMaterial;
  readonly shadow: THREE.ShaderMaterial;
  readonly dim: THREE.ShaderMaterial;
  /** One for each level of cost. */
  readonly costs: readonly THREE.ShaderMaterial[];
  readonly faintCosts: readonly THREE.ShaderMaterial[];

  constructor(shared: SharedUniforms, private readonly body: number) {
    this.uniforms = { origin: { value: new THREE.Vector3() }, color: colorUniform(bodyColor(body)) };
    this.surface = surfaceMaterial(shared, this.uniforms, "plain");
    this.areas = surfaceMaterial(shared, this.uniforms, "areas");
    this.touched = surfaceMaterial(shared, this.uniforms, "touched");
    this.touchedPoints = touchedPointMaterial(shared, this.uniforms, false);
    this.faintTouchedPoints = touchedPointMaterial(shared, this.uniforms, true);
    this.wire = wireMaterial(shared, this.uniforms);
    this.hit = hitMaterial(shared, this.uniforms, false);
    this.faintHit = hitMaterial(shared, this.uniforms, true);
    this.hitPoints = hitPointMaterial(shared, this.uniforms);
    this.shadow = shadowMaterial(shared, this.uniforms);
    this.dim = surfaceMaterial(shared, this.uniforms, "dim");
    this.costs = COSTS.map((color) => hitMaterial(shared, this.uniforms, false, color));
    this.faintCosts = COSTS.map((color) => hitMaterial(shared, this.uniforms, true, color));
  }

  /** Linear; if absent, the color of bodies with this number. */
  setColor(color: Color | undefined): void {
    this.uniforms.color.value.set(...(color ?? bodyColor(this.body)));
  }

  get all(): THREE.ShaderMaterial[] {
    const { surface, areas, touched, touchedPoints, faintTouchedPoints, wire, hit, faintHit, hitPoints, shadow, dim, costs, faintCosts } = this;
    return [surface, areas, touched, touchedPoints, faintTouchedPoints, wire, hit, faintHit, hitPoints, shadow, dim, ...costs, ...faintCosts];
  }
}

/** If more vertices are marked, the marks would hide the body. */
const MAX_MARKED_FRACTION = 0.02;
/** One of so many vertices is sampled to estimate the fraction. */
const SAMPLE_STRIDE = 7;

function touchedFraction(touched: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < touched.length; i += SAMPLE_STRIDE) if (touched[i] !== 0) count++;
  return (count * SAMPLE_STRIDE) / touched.length;
}

/** Index buffers of a lane for the faces of all bodies. */
export interface LaneBuffers {
  readonly hitBuffer: THREE.BufferAttribute;
  readonly costBuffer: THREE.BufferAttribute;
}

/** The results of one lane on a body. */
class LanePart {
  readonly object = new THREE.Group();
  readonly hits: THREE.BufferGeometry;
  readonly costs: THREE.BufferGeometry;
  readonly #hitObject = new THREE.Group();
  readonly #costObject = new THREE.Group();
  #hasCosts = false;
  areas: THREE.Mesh | null = null;

  constructor(hits: THREE.BufferGeometry, costs: THREE.BufferGeometry, paints: BodyMaterials) {
    this.hits = hits;
    this.costs = costs;
    this.#costObject.add(new THREE.Mesh(costs, [...paints.costs]), new THREE.Mesh(costs, [...paints.faintCosts]));
    this.#hitObject.add(
      new THREE.Mesh(hits, paints.hit), new THREE.Points(hits, paints.hitPoints), new THREE.Mesh(hits, paints.faintHit),
    );
    this.object.add(this.#hitObject, this.#costObject);
    this.showHits(0, 0);
  }

  get hasAreas(): boolean {
    return this.areas?.geometry.hasAttribute("area") ?? false;
  }

  /** A range of the index buffer that all bodies share. */
  showHits(first: number, count: number): void {
    this.hits.setDrawRange(first, count);
  }

  get hasCosts(): boolean {
    return this.#hasCosts;
  }

  /** Where each level starts in the index buffer that all bodies share; null if costs are not known. */
  showCosts(starts: Uint32Array | null): void {
    this.#hasCosts = starts !== null;
    this.costs.clearGroups();
    for (let level = 0; starts && level + 1 < starts.length; level++) {
      const count = starts[level + 1]! - starts[level]!;
      if (count > 0) this.costs.addGroup(starts[level]!, count, level);
    }
  }

  /** The faces that touch are among those that cost most: only one of both is shown. */
  select(faces: boolean, areas: boolean, costs: boolean): void {
    this.#hitObject.visible = faces && !costs && this.hits.drawRange.count > 0;
    this.#costObject.visible = costs && this.costs.groups.length > 0;
    if (this.areas) this.areas.visible = areas;
  }
}

export class BodyView {
  readonly object = new THREE.Group();
  /** What is drawn for the shadow of the body, in a scene of its own. */
  readonly shadow: THREE.Mesh;
  readonly #mesh: MeshBuffers;
  readonly #materials: BodyMaterials;
  readonly #matrix = new THREE.Matrix4();
  readonly #geometries: THREE.BufferGeometry[] = [];
  readonly #surface: THREE.Mesh;
  readonly #lanes: LanePart[] = [];
  /** The shared rest positions, until the body gets its own. */
  #positions: THREE.BufferAttribute;
  #touched: THREE.BufferAttribute | null = null;
  #touchedPoints: THREE.Group | null = null;
  #wire: THREE.LineSegments | null = null;
  #transform: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
  #fewTouched = true;
  #showsAreas = false;
  #showsTouched = false;
  #showsCosts = false;

  /** `lanes` has the index buffers of each lane. */
  constructor(mesh: MeshBuffers, materials: BodyMaterials, lanes: readonly LaneBuffers[], origin: Vector) {
    this.#mesh = mesh;
    this.#materials = materials;
    this.#positions = mesh.rest;
    this.#surface = new THREE.Mesh(this.#geometry(mesh.triangles), materials.surface);
    this.#add(this.#surface);
    this.shadow = new THREE.Mesh(this.#surface.geometry, materials.shadow);
    this.#shareMatrix(this.shadow);
    for (const { hitBuffer, costBuffer } of lanes) {
      const part = new LanePart(this.#geometry(hitBuffer), this.#geometry(costBuffer), materials);
      this.#lanes.push(part);
      this.#add(part.object);
    }
    this.#updateMatrix(origin);
    this.object.visible = this.shadow.visible = false; // until the first frame
  }

  /** Adds memory that is no longer needed to `spent`. */
  show(frame: BodyFrame, origin: Vector, spent: ArrayBuffer[]): void {
    this.object.visible = this.shadow.visible = true;
    if (frame.positions) this.#usePositions(frame.positions, spent);
    if (frame.touched) this.#useTouched(frame.touched, spent);
    if (frame.transform) {
      this.#transform = [...frame.transform];
      spent.push(frame.transform.buffer);
      this.#updateMatrix(origin);
    }
  }

  showHits(lane: number, first: number, count: number): void {
    this.#lanes[lane]!.showHits(first, count);
  }

  /** The hit buffer was replaced by a larger one. */
  useHitBuffer(lane: number, hits: THREE.BufferAttribute): void {
    this.#lanes[lane]!.hits.setIndex(hits);
  }

  showCosts(lane: number, starts: Uint32Array | null): void {
    this.#lanes[lane]!.showCosts(starts);
  }

  useCostBuffer(lane: number, costs: THREE.BufferAttribute): void {
    this.#lanes[lane]!.costs.setIndex(costs);
  }

  /** `areas` has the area of each vertex; null if there are none. */
  showAreas(lane: number, areas: Uint32Array<ArrayBuffer> | null, spent: ArrayBuffer[]): void {
    const part = this.#lanes[lane]!;
    if (!areas) {
      part.areas?.geometry.deleteAttribute("area");
    } else if (part.areas) {
      replaceArray(part.areas.geometry, "area", areas, 1, spent);
    } else {
      const geometry = this.#geometry(this.#mesh.triangles);
      geometry.setAttribute("area", new THREE.BufferAttribute(areas, 1));
      part.areas = new THREE.Mesh(geometry, this.#materials.areas);
      part.object.add(part.areas);
      this.#shareMatrix(part.areas);
    }
  }

  /** To be called before a lane is drawn. */
  selectLane(lane: number, faces: boolean): void {
    this.#lanes.forEach((part, i) => (part.object.visible = i === lane));
    const part = this.#lanes[lane]!;
    const inTouched = this.#showsTouched && this.#touched !== null;
    const inAreas = this.#showsAreas && !inTouched && part.hasAreas;
    const inCosts = this.#showsCosts && !inTouched && !inAreas && part.hasCosts;
    part.select(faces, inAreas, inCosts);
    this.#surface.visible = !inAreas;
    if (this.#touchedPoints) this.#touchedPoints.visible = inTouched && this.#fewTouched;
    const { touched, dim, surface } = this.#materials;
    this.#surface.material = inTouched ? touched : inCosts ? dim : surface;
  }

  setLayers({ areas, touched, costs, wireframe }: Layers): void {
    this.#showsAreas = areas;
    this.#showsTouched = touched;
    this.#showsCosts = costs;
    if (wireframe && !this.#wire) {
      this.#wire = new THREE.LineSegments(this.#geometry(this.#mesh.edges), this.#materials.wire);
      this.#add(this.#wire);
    }
    if (this.#wire) this.#wire.visible = wireframe;
  }

  /** From world to body coordinates. */
  toBody(point: Vector): Vector {
    const t = this.#transform;
    const d = [point[0] - t[9]!, point[1] - t[10]!, point[2] - t[11]!] as const;
    return [0, 3, 6].map((i) => t[i]! * d[0] + t[i + 1]! * d[1] + t[i + 2]! * d[2]) as Vector;
  }

  toWorld(point: Vector): Vector {
    const t = this.#transform;
    return [0, 1, 2].map(
      (i) => t[i]! * point[0] + t[3 + i]! * point[1] + t[6 + i]! * point[2] + t[9 + i]!,
    ) as Vector;
  }

  dispose(): void {
    for (const geometry of this.#geometries) geometry.dispose();
  }

  #geometry(index: THREE.BufferAttribute | null): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setIndex(index);
    geometry.setAttribute("position", this.#positions);
    this.#geometries.push(geometry);
    return geometry;
  }

  #add(object: THREE.Object3D): void {
    this.object.add(object);
    this.#shareMatrix(object);
  }

  #shareMatrix(object: THREE.Object3D): void {
    object.traverse((part) => {
      part.frustumCulled = false;
      part.matrixWorld = this.#matrix;
    });
  }

  #usePositions(positions: Float32Array<ArrayBuffer>, spent: ArrayBuffer[]): void {
    if (this.#positions !== this.#mesh.rest) {
      spent.push(this.#positions.array.buffer as ArrayBuffer);
      this.#positions.array = positions;
      this.#positions.needsUpdate = true;
      return;
    }
    this.#positions = new THREE.BufferAttribute(positions, 3).setUsage(THREE.DynamicDrawUsage);
    for (const geometry of this.#geometries) geometry.setAttribute("position", this.#positions);
  }

  #useTouched(touched: Uint8Array<ArrayBuffer>, spent: ArrayBuffer[]): void {
    this.#fewTouched = touchedFraction(touched) <= MAX_MARKED_FRACTION;
    if (this.#touched) {
      spent.push(this.#touched.array.buffer as ArrayBuffer);
      this.#touched.array = touched;
      this.#touched.needsUpdate = true;
      return;
    }
    this.#touched = new THREE.BufferAttribute(touched, 1).setUsage(THREE.DynamicDrawUsage);
    this.#surface.geometry.setAttribute("touched", this.#touched);
    const geometry = this.#geometry(null);
    geometry.setAttribute("touched", this.#touched);
    const { touchedPoints, faintTouchedPoints } = this.#materials;
    this.#touchedPoints = new THREE.Group();
    this.#touchedPoints.add(new THREE.Points(geometry, touchedPoints), new THREE.Points(geometry, faintTouchedPoints));
    this.#add(this.#touchedPoints);
  }

  /**
   * View coordinates are world coordinates minus `origin`. Let o be the point of the body that lies at the origin,
   * rounded to floats. With R p + t = R (p - o) + (R o + t), all numbers in the shader are as small as the scene, however
   * far it is from the origin of the world.
   */
  #updateMatrix(origin: Vector): void {
    const o = this.toBody(origin).map(Math.fround) as Vector;
    this.#materials.uniforms.origin.value.set(...o);
    const t = this.#transform;
    const [x, y, z] = this.toWorld(o).map((value, i) => value - origin[i]!) as Vector;
    this.#matrix.set(t[0]!, t[3]!, t[6]!, x, t[1]!, t[4]!, t[7]!, y, t[2]!, t[5]!, t[8]!, z, 0, 0, 0, 1);
  }
}

function replaceArray(
  geometry: THREE.BufferGeometry, name: string, array: Uint32Array<ArrayBuffer>, size: number, spent: ArrayBuffer[],
): void {
  if (!geometry.hasAttribute(name)) {
    geometry.setAttribute(name, new THREE.BufferAttribute(array, size));
    return;
  }
  const attribute = geometry.getAttribute(name) as THREE.BufferAttribute;
  spent.push(attribute.array.buffer as ArrayBuffer);
  attribute.array = array;
  attribute.needsUpdate = true;
}
