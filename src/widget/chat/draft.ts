import type { Memory } from './memory.ts';

/** What the visitor has typed and not sent: the next page has it again. */
export class Draft {
  readonly #input: HTMLTextAreaElement;
  readonly #memory: Memory;

  constructor(input: HTMLTextAreaElement, memory: Memory) {
    this.#input = input;
    this.#memory = memory;
    input.value ||= memory.read('draft') ?? '';
    input.addEventListener('input', () => memory.write('draft', input.value || undefined));
  }

  clear(): void {
    this.#input.value = '';
    this.#memory.write('draft', undefined);
  }
}
