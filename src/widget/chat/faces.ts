import type { Look } from '../contract.ts';
import { make } from '../rich/dom.ts';

/** The pictures of who writes: of the chat its logo, of a person their own. The first letter of a name stands for what is missing. */
export class Faces {
  readonly #look: () => Look;
  readonly #base: string;

  /** @param look how the chat looks now @param base the address of the server */
  constructor(look: () => Look, base: string) {
    this.#look = look;
    this.#base = base;
  }

  /** Puts a small one before what a line says. */
  before(line: HTMLElement, name: string, isPerson: boolean, picture?: string): void {
    const face = make('i', undefined, '', 'face mini');
    face.ariaHidden = 'true';
    this.paint(face, name, isPerson, picture);
    line.prepend(face);
  }

  /** @param picture of the person */
  paint(face: HTMLElement, name: string, isPerson = false, picture?: string): void {
    const shown = isPerson ? picture : this.#look().logo;
    // The letter is painted and not written: it belongs to no name that is read or copied.
    face.dataset.letter = [...name.trim().toUpperCase()][0] ?? '';
    face.classList.toggle('person', isPerson);
    face.replaceChildren();
    if (!shown) return;
    const img = make('img', face);
    Object.assign(img, {
      alt: '',
      referrerPolicy: 'no-referrer',
      src: (shown[0] === '/' ? this.#base : '') + shown,
    });
    img.onerror = () => img.remove();
  }
}
