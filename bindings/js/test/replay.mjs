// One run of the native program found again. Nothing here needs node, so that it also runs in a browser.

function detectLine(world, scene, bodies, frame) {
    scene.show(frame, bodies);
    const report = world.detect();
    return `${frame} ${report.hash.toString(16).padStart(16, '0')} ${report.facePairCount}`;
}

// A world that was refused can say so when a body comes or when it is moved.
function replayIn(scene, mote, { method, lines: expected }) {
    const world = mote.createWorld({ method });
    const lines = [];
    try {
        const bodies = scene.addTo(world);
        for (const line of expected) lines.push(detectLine(world, scene, bodies, Number.parseInt(line, 10) || 0));
    } catch (error) {
        if (error.kind !== 'refused') throw error;
        lines.push('refused');
    } finally {
        world.dispose();
    }
    return lines;
}

// Replays runs, of which those of one scene follow each other.
export class Replayer {
    #mote;
    #name;
    #scene;

    constructor(mote) {
        this.#mote = mote;
    }

    // The lines that the native program should have written, of the frames that it has looked at.
    replay(run) {
        if (this.#name !== run.scene) {
            this.#scene?.dispose();
            this.#scene = this.#mote.openScene(run.scene, { detail: run.detail });
            this.#name = run.scene;
        }
        return replayIn(this.#scene, this.#mote, run);
    }
}
