import type { Shell } from '../contract.ts';
import type { Memory } from './memory.ts';

/** Light or dark: as the visitor says, or else the page, the channel, the visitor's system. */
export class Theme {
  readonly #shell: Shell;
  readonly #memory: Memory;
  readonly #night = matchMedia('(prefers-color-scheme:dark)');

  constructor(shell: Shell, memory: Memory) {
    this.#shell = shell;
    this.#memory = memory;
    this.#night.addEventListener('change', () => this.shade());
  }

  /** What the visitor has chosen; empty if nothing. */
  get chosen(): string {
    return this.#memory.read('theme') ?? '';
  }

  /** @param wanted `light`, `dark`, or nothing for what the page and the channel say */
  choose(wanted: unknown): void {
    this.#memory.write('theme', wanted === 'light' || wanted === 'dark' ? wanted : undefined);
    this.shade();
  }

  shade(): void {
    const { host, data, look } = this.#shell;
    const wanted = this.chosen || data.theme || look.theme;
    host.classList.toggle('dark', wanted === 'dark' || (wanted !== 'light' && this.#night.matches));
  }
}
