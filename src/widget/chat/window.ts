import type { Shell } from '../contract.ts';
import type { View } from './view.ts';

/** A window of the page so narrow is a phone: there the chat covers the page. */
const phone = '(max-width:480px)';

interface WindowOptions {
  shell: Shell;
  view: View;
  opened: () => void;
  closed: () => void;
}

/** Opens and closes the window of the chat. */
export class Window {
  readonly #options: WindowOptions;
  readonly #phone = matchMedia(phone);
  readonly #end = new AbortController();

  constructor(options: WindowOptions) {
    this.#options = options;
    const { panel, close } = options.view;
    const { signal } = this.#end;
    close.onclick = () => this.close();
    panel.oncancel = (event) => {
      event.preventDefault();
      this.close();
    };
    panel.onkeydown = (event) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    };
    this.#phone.addEventListener('change', () => this.refresh(), { signal });
    // The keyboard of a phone covers the page without making it smaller.
    const seen = window.visualViewport;
    for (const type of ['resize', 'scroll']) seen?.addEventListener(type, () => this.#fit(), { signal });
  }

  get isOpen(): boolean {
    return this.#options.view.panel.open;
  }

  /** @param isQuiet the focus stays where it is */
  open(isQuiet = false): void {
    const { shell, view, opened } = this.#options;
    const { panel } = view;
    const isFirst = !panel.open;
    if (isFirst) {
      // The methods take the focus, also from the page around a frame.
      if (isQuiet || shell.frame) panel.open = true;
      else if (this.#phone.matches) panel.showModal();
      else panel.show();
    }
    shell.opener.hidden = true;
    this.#fit();
    if (!isQuiet) (panel.querySelector<HTMLElement>('.ask:not([hidden]) input') ?? shell.input).focus();
    if (isFirst) opened();
  }

  close(): void {
    const { shell, view, closed } = this.#options;
    // Where it is a part of the page there is nothing to close.
    if (!this.isOpen || shell.frame) return;
    view.panel.close();
    shell.opener.hidden = false;
    shell.opener.focus();
    closed();
  }

  /** The chat has come into the page, or its window is that of a phone now. */
  refresh(): void {
    const { view, shell } = this.#options;
    view.close.hidden = !!shell.frame;
    if (!this.isOpen) {
      shell.opener.hidden = !!shell.frame;
      return;
    }
    const hadFocus = shell.root.activeElement !== null;
    view.panel.close();
    this.open(!hadFocus);
  }

  /** The chat was put into the page, or taken out of it. */
  moved(): void {
    const { view, shell } = this.#options;
    view.panel.close();
    this.refresh();
    if (shell.frame) this.open(true);
  }

  #fit(): void {
    const { panel } = this.#options.view;
    const seen = window.visualViewport;
    // Zoomed in, the visitor looks at a part by their own choice.
    const isCovered =
      seen && this.#phone.matches && seen.scale < 1.05 && window.innerHeight - seen.height > 80 && panel.open;
    panel.style.height = isCovered && !this.#options.shell.frame ? `${seen.height}px` : '';
    panel.style.top = isCovered && !this.#options.shell.frame ? `${seen.offsetTop}px` : '';
  }
}
