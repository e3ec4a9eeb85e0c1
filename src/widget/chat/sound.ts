import type { Memory } from './memory.ts';

const noteSeconds = 0.12;
/** Two notes, the second one higher. In hertz. */
const notes = [660, 880];
const loudness = 0.06;

/** The sound of a new message, for visitors who want it. It is made here: there is no file to load, and no policy to allow it. */
export class Sound {
  readonly #memory: Memory;
  readonly #isUsual: () => boolean;
  #context: AudioContext | undefined;

  /** @param isUsual whether it sounds for visitors who have not chosen */
  constructor(memory: Memory, isUsual: () => boolean) {
    this.#memory = memory;
    this.#isUsual = isUsual;
  }

  get isOn(): boolean {
    const chosen = this.#memory.read('sound');
    return chosen ? chosen === 'on' : this.#isUsual();
  }

  /** Turns it on, and lets the visitor hear it, or off. */
  toggle(): void {
    this.#memory.write('sound', this.isOn ? 'off' : 'on');
    this.ring();
  }

  ring(): void {
    if (!this.isOn) return;
    // Browsers let a page sound only after somebody has pressed something in it.
    this.#context ??= new AudioContext();
    const { currentTime, destination } = this.#context;
    for (const [i, hertz] of notes.entries()) {
      const at = currentTime + i * noteSeconds;
      const [tone, gain] = [this.#context.createOscillator(), this.#context.createGain()];
      tone.frequency.value = hertz;
      gain.gain.setValueAtTime(loudness, at);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + noteSeconds * 2);
      tone.connect(gain).connect(destination);
      tone.start(at);
      tone.stop(at + noteSeconds * 2);
    }
  }
}
