import type { Memory } from './memory.ts';

/** What the visitor has typed and not sent: the next page has it again. */
export class Draft {
  readonly #input: HTMLTextAreaElement;
  readonly #memory: Memory;

  /** @param visitor who types; empty if nobody knows yet */
  constructor(input: HTMLTextAreaElement, memory: Memory, visitor: () => string) {
    this.#input = input;
    this.#memory = memory;
    this.restore('');
    input.addEventListener('input', () => this.#write(input.value && { from: visitor(), text: input.value }));
  }

  /** Brings back what a visitor had typed; what somebody else typed in this browser is forgotten. */
  restore(visitor: string): void {
    const kept = this.#memory.read('draft');
    if (kept === undefined) return;
    const { from, text } = JSON.parse(kept) as { from: string; text: string };
    if (from === '' || from === visitor) this.#input.value ||= text;
    else if (visitor !== '') this.clear();
  }

  clear(): void {
    this.#input.value = '';
    this.#write('');
  }

  #write(draft: { from: string; text: string } | ''): void {
    this.#memory.write('draft', draft === '' ? undefined : JSON.stringify(draft));
  }
}
