// A knock for each impact. The audio context is created when sound is switched on, because browsers require a click.

/** Simultaneous knocks. */
const MAX_KNOCKS = 4;

/** Closer knocks cannot be told apart. */
const MIN_GAP_SECONDS = 0.03;

/** Impulses of zero and of full volume. */
const QUIETEST = 1e-4;
const LOUDEST = 0.1;

const RING_SECONDS = 0.16;
const NOISE_SECONDS = 0.015;

/** Volume from 0 to 1 on a logarithmic scale. */
function strengthOf(impulse: number): number {
  const steps = Math.log(impulse / QUIETEST) / Math.log(LOUDEST / QUIETEST);
  return Math.min(1, Math.max(0, steps));
}

function noiseOf(context: AudioContext): AudioBuffer {
  const length = Math.ceil(NOISE_SECONDS * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (2 * Math.random() - 1) * (1 - i / length);
  return buffer;
}

export class Sound {
  #isOn = false;
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #knocks = 0;
  #lastAt = -Infinity;

  set on(value: boolean) {
    if (value === this.#isOn) return;
    this.#isOn = value;
    if (value && !this.#context) {
      this.#context = new AudioContext();
      this.#noise = noiseOf(this.#context);
    }
    if (value) void this.#context?.resume();
    else void this.#context?.suspend();
  }

  impact(impulse: number): void {
    const context = this.#context;
    if (!this.#isOn || !context || context.state !== "running" || !(impulse > QUIETEST)) return;
    if (this.#knocks >= MAX_KNOCKS || context.currentTime - this.#lastAt < MIN_GAP_SECONDS) return;
    this.#lastAt = context.currentTime;
    this.#knock(context, strengthOf(impulse));
  }

  /** A short click of noise and a falling, decaying tone; louder and brighter for stronger impacts. */
  #knock(context: AudioContext, strength: number): void {
    const now = context.currentTime;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0.04 + 0.46 * strength * strength, now);
    volume.gain.exponentialRampToValueAtTime(1e-4, now + RING_SECONDS);
    volume.connect(context.destination);

    const tone = context.createOscillator();
    const pitch = 170 * (1 + 0.6 * strength) * (0.96 + 0.08 * Math.random());
    tone.frequency.setValueAtTime(pitch, now);
    tone.frequency.exponentialRampToValueAtTime(0.6 * pitch, now + RING_SECONDS);
    tone.connect(volume);

    const click = context.createBufferSource();
    click.buffer = this.#noise;
    const brightness = context.createBiquadFilter();
    brightness.type = "lowpass";
    brightness.frequency.value = 900 + 3600 * strength;
    click.connect(brightness).connect(volume);

    this.#knocks++;
    tone.onended = () => {
      this.#knocks--;
      volume.disconnect();
    };
    click.start(now);
    tone.start(now);
    tone.stop(now + RING_SECONDS);
  }
}
