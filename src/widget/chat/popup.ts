import { make } from '../rich/dom.ts';

/** A small window at a button, inside the window of the chat. */
export class Popup {
  readonly box: HTMLElement;
  readonly #button: HTMLButtonElement;

  /** @param fill makes what is in it, whenever it opens */
  constructor(button: HTMLButtonElement, parent: HTMLElement, id: string, fill: (box: HTMLElement) => void) {
    this.#button = button;
    this.box = make('div', parent);
    Object.assign(this.box, {
      id,
      hidden: true,
      role: 'group',
      ariaLabel: button.ariaLabel,
      className: 'popup',
    });
    button.ariaExpanded = 'false';
    button.onclick = () => {
      if (!this.box.hidden) return this.close();
      fill(this.box);
      this.box.hidden = false;
      button.ariaExpanded = 'true';
      this.box.querySelector<HTMLElement>('button')?.focus();
    };
    this.box.onkeydown = (event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        event.preventDefault();
        this.close();
        return;
      }
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const all = [...this.box.querySelectorAll('button')];
      const at = all.indexOf((this.box.getRootNode() as ShadowRoot).activeElement as HTMLButtonElement);
      all[(at + step + all.length) % all.length]?.focus();
    };
    // A press elsewhere closes it, and so does the focus when it leaves.
    parent.addEventListener('pointerdown', (event) => {
      const path = event.composedPath();
      if (!path.includes(this.box) && !path.includes(button)) this.close(false);
    });
    this.box.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && relatedTarget !== button && !this.box.contains(relatedTarget as Node))
        this.close(false);
    });
  }

  /** @param takesFocus gives the focus back to the button */
  close(takesFocus = true): void {
    if (this.box.hidden) return;
    this.box.hidden = true;
    this.#button.ariaExpanded = 'false';
    if (takesFocus) this.#button.focus();
  }
}
