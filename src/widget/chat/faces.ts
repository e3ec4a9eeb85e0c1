import type { Look } from '../contract.ts';
import { make } from '../rich/dom.ts';

/** The pictures of who writes: of the chat its logo, of a person the first letter of their name. */
export class Faces {
  readonly #look: () => Look;
  readonly #base: string;

  /** @param look how the chat looks now @param base the address of the server */
  constructor(look: () => Look, base: string) {
    this.#look = look;
    this.#base = base;
  }

  /** Puts a small one before what a line says. */
  before(line: HTMLElement, name: string, isPerson: boolean): void {
    const face = make('i', undefined, '', 'face mini');
    face.ariaHidden = 'true';
    this.paint(face, name, isPerson);
    line.prepend(face);
  }

  paint(face: HTMLElement, name: string, isPerson = false): void {
    const { logo } = this.#look();
    // The letter is painted and not written: it belongs to no name that is read or copied.
    face.dataset.letter = [...name.trim().toUpperCase()][0] ?? '';
    face.classList.toggle('person', isPerson);
    face.replaceChildren();
    if (isPerson || !logo) return;
    const img = make('img', face);
    Object.assign(img, {
      alt: '',
      referrerPolicy: 'no-referrer',
      src: (logo[0] === '/' ? this.#base : '') + logo,
    });
    img.onerror = () => img.remove();
  }
}
