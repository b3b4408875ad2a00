// The 3-D view of one place: each part in its color, touching faces in red. It is drawn only when something changes.

import {
  BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Group, HemisphereLight, LineBasicMaterial,
  LineSegments, type Material, Mesh, MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera, Scene as ThreeScene,
  Spherical, Vector3, WebGLRenderer, WireframeGeometry,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { element } from "../../shared/dom";
import type { Drawing, Picture, Report, View, ViewPart } from "./report";

const red = 0xf02630;
const background = 0x23272e;

/** The corners of the wanted triangles, without those that have an unknown position. */
function triangleCorners(part: ViewPart, wanted: (triangle: number) => boolean): Float32Array {
  const corners: number[] = [];
  for (let triangle = 0; triangle < part.triangles.length / 3; triangle++) {
    if (!wanted(triangle)) continue;
    const xyz = [0, 1, 2].flatMap((corner) => {
      const at = 3 * (part.triangles[3 * triangle + corner] ?? 0);
      return part.positions.slice(at, at + 3);
    });
    if (!xyz.includes(null)) corners.push(...(xyz as number[]));
  }
  return new Float32Array(corners);
}

function makeGeometry(corners: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(corners, 3));
  geometry.computeVertexNormals(); // flat shading, because corners are not shared
  return geometry;
}

function makeEdges(geometry: BufferGeometry): LineSegments {
  return new LineSegments(
    new WireframeGeometry(geometry),
    new LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.18 }),
  );
}

export class Scene {
  readonly element = element("div", { class: "viewport" });
  private renderer: WebGLRenderer | null = null;
  private controls: OrbitControls | null = null;
  private readonly scene = new ThreeScene();
  private readonly camera = new PerspectiveCamera(35, 4 / 3, 0.01, 1000);
  private readonly lamp = new DirectionalLight(0xffffff, 2.2);
  private content = new Group();
  private readonly groups = new Map<number, Group>();
  private view: View | null = null;
  private picture: Picture | null = null;
  private through = false;
  private waiting = false;

  constructor(
    private readonly report: Report,
    private readonly drawing: Drawing,
  ) {
    this.scene.background = new Color(background);
    this.camera.up.set(0, drawing.up === "y" ? 1 : 0, drawing.up === "z" ? 1 : 0);
    this.scene.add(new HemisphereLight(0xffffff, 0x556070, 1.6), this.camera, this.content);
    this.camera.add(this.lamp);
    this.lamp.position.set(-0.5, 0.8, 1);
  }

  show(view: View, picture: Picture | null): void {
    if (!this.renderer && !this.start()) return;
    this.view = view;
    this.picture = picture;
    this.clear();
    for (const part of view.parts) this.addPart(part);
    this.element.dataset["frame"] = String(view.frame);
    this.lookAtPlace();
  }

  setVisible(part: number, visible: boolean): void {
    const group = this.groups.get(part);
    if (group) group.visible = visible;
    this.draw();
  }

  /** Makes everything but red faces transparent. A part that contains another always is. */
  setThrough(through: boolean): void {
    this.through = through;
    for (const group of this.groups.values())
      group.traverse((object) => {
        if (object instanceof Mesh && object.userData["plain"]) this.makeThrough(object.material as Material);
      });
    this.draw();
  }

  /** Moves the camera to where the picture was taken. */
  lookAtPlace(): void {
    const middle = new Vector3(...(this.picture?.middle ?? [0, 0, 0]));
    const from = new Vector3(...(this.picture?.from ?? [1, 1, 1])).normalize();
    const distance = (1.45 * (this.picture?.reach || 1)) / Math.tan((0.5 * this.camera.fov * Math.PI) / 180);
    this.camera.far = distance * 1000;
    this.camera.position.copy(middle).addScaledVector(from, distance);
    this.placeNear();
    this.controls?.target.copy(middle);
    this.controls?.update();
    this.draw();
  }

  // -------------------------------------------------------------------------------------------

  /** Cuts away what the picture cuts away, from wherever the camera looks. */
  private placeNear(): void {
    const middle = new Vector3(...(this.picture?.middle ?? [0, 0, 0]));
    const distance = this.camera.position.distanceTo(middle);
    const cut = this.picture?.cut ?? Infinity;
    this.camera.near = Math.max(distance / 1000, distance - cut);
    this.camera.updateProjectionMatrix();
  }

  private start(): boolean {
    try {
      this.renderer = new WebGLRenderer({ antialias: true });
    } catch {
      this.element.append(element("p", { class: "nothing" }, "The 3-D view needs WebGL, which this browser does not have or has disabled."));
      return false;
    }
    const canvas = this.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "3-D view of the place. Arrow keys rotate it, plus and minus zoom.");
    canvas.addEventListener("keydown", (event) => this.key(event));
    this.element.append(canvas);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => {
      this.placeNear();
      this.draw();
    });
    new ResizeObserver(() => this.fit()).observe(this.element);
    return true;
  }

  private clear(): void {
    this.content.traverse((object) => {
      if (!(object instanceof Mesh || object instanceof LineSegments)) return;
      object.geometry.dispose();
      (object.material as Material).dispose();
    });
    this.content.clear();
    this.groups.clear();
  }

  /** Which part lies inside the other without touching it; null if none does. */
  private findNesting(): { inner: number; outer: number } | null {
    const episode = this.view && this.report.episodes[this.report.views.indexOf(this.view)];
    if (!episode || episode.face_pairs > 0) return null;
    const { a, b } = episode;
    return episode.relation === "a in b" ? { inner: a, outer: b } : { inner: b, outer: a };
  }

  private addPart(part: ViewPart): void {
    const marked = new Set(part.marked);
    const nesting = this.findNesting();
    const meets = (triangle: number) => part.part === nesting?.inner || marked.has(triangle);
    const plain = new MeshLambertMaterial({ color: this.drawing.colors[part.part] ?? "#999999", side: DoubleSide,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    plain.userData["hides"] = part.part === nesting?.outer;
    this.makeThrough(plain);
    const around = makeGeometry(triangleCorners(part, (triangle) => !meets(triangle)));
    const found = makeGeometry(triangleCorners(part, meets));
    const lit = new MeshLambertMaterial({ color: red, side: DoubleSide, emissive: 0x500508,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    // Hidden red faces are visible through other faces.
    const shine = new MeshBasicMaterial({ color: red, side: DoubleSide, transparent: true, opacity: 0.18,
      depthTest: false });
    const plainMesh = new Mesh(around, plain);
    plainMesh.userData["plain"] = true;
    const group = new Group().add(plainMesh, makeEdges(around), new Mesh(found, lit), makeEdges(found),
      new Mesh(found, shine));
    this.groups.set(part.part, group);
    this.content.add(group);
  }

  private makeThrough(material: Material): void {
    const through = this.through || material.userData["hides"] === true;
    material.transparent = through;
    material.opacity = through ? 0.2 : 1;
    material.depthWrite = !through;
    material.needsUpdate = true;
  }

  private key(event: KeyboardEvent): void {
    const turns: Record<string, [number, number, number]> = {
      ArrowLeft: [-0.15, 0, 1], ArrowRight: [0.15, 0, 1], ArrowUp: [0, -0.15, 1], ArrowDown: [0, 0.15, 1],
      "+": [0, 0, 1 / 1.15], "=": [0, 0, 1 / 1.15], "-": [0, 0, 1.15],
    };
    const turn = turns[event.key];
    if (!turn || !this.controls) return;
    event.preventDefault();
    this.turn(...turn);
  }

  private turn(around: number, down: number, distance: number): void {
    if (!this.controls) return;
    const offset = this.camera.position.clone().sub(this.controls.target);
    const zUp = this.drawing.up === "z";
    if (zUp) offset.set(offset.x, offset.z, -offset.y); // Spherical has y up
    const sphere = new Spherical().setFromVector3(offset);
    sphere.theta += around;
    sphere.phi += down;
    sphere.radius *= distance;
    offset.setFromSpherical(sphere.makeSafe());
    if (zUp) offset.set(offset.x, -offset.z, offset.y);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.draw();
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!this.renderer || width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  private draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.renderer?.render(this.scene, this.camera);
    });
  }
}
