// Two bodies by three-mesh-bvh, as its documents show it: a tree per body, refitted when vertices move, and bvhcast. Used by the
// comparison in node and by the race of the live page, which give it their modules.

/** A face pair as one number; sorted, they are in the order of mote's report. */
export const key = (a, b) => a * 2 ** 26 + b;

export class ByBvh {
    #modules;
    #geometries;
    #trees;
    #found = [];

    /** `modules` has BufferAttribute, BufferGeometry and Matrix4 of three, and MeshBVH. */
    constructor(modules, positions, faces) {
        this.#modules = modules;
        const { BufferAttribute, BufferGeometry, MeshBVH } = modules;
        this.#geometries = [0, 1].map((i) =>
            new BufferGeometry()
                .setAttribute('position', new BufferAttribute(positions[i].slice(), 3))
                .setIndex(new BufferAttribute(faces[i].slice(), 1)),
        );
        this.#trees = this.#geometries.map((geometry) => new MeshBVH(geometry, { indirect: true })); // keeps the order of the faces
    }

    /** `positions` are the new ones of both bodies, or null if they are as before; `offset` moves the second body. */
    detect(positions, offset = [0, 0, 0]) {
        if (positions)
            this.#geometries.forEach((geometry, i) => {
                geometry.attributes.position.array.set(positions[i]);
                this.#trees[i].refit();
            });
        const toFirst = new this.#modules.Matrix4().makeTranslation(...offset);
        const [first, second] = this.#trees;
        const found = [];
        first.bvhcast(second, toFirst, {
            intersectsTriangles(a, b, faceA, faceB) {
                if (a.intersectsTriangle(b)) found.push(key(first.resolveTriangleIndex(faceA), second.resolveTriangleIndex(faceB)));
                return false;
            },
        });
        this.#found = found;
    }

    /** The face pairs of the last call as keys, sorted. */
    pairs() {
        return this.#found.sort((a, b) => a - b);
    }
}
