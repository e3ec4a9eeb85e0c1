import { make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';
import { Popup } from './popup.ts';
import type { Sound } from './sound.ts';
import type { Theme } from './theme.ts';
import type { View } from './view.ts';

/** What the visitor may set for themselves: light or dark, and a sound. */
export function addMenu({ menu, panel }: View, theme: Theme, sound: Sound, texts: Texts): void {
  const popup = new Popup(menu, panel, 'settings', (box) => {
    box.replaceChildren();
    make('strong', box, texts.themes);
    const choices = [
      ['', texts.system],
      ['light', texts.light],
      ['dark', texts.dark],
    ] as const;
    for (const [name, text] of choices) {
      const key = make('button', box, text);
      Object.assign(key, { type: 'button', ariaPressed: `${theme.chosen === name}` });
      key.onclick = () => {
        theme.choose(name);
        popup.close();
      };
    }
    const ring = make('button', box, texts.sound, 'apart');
    Object.assign(ring, { type: 'button', ariaPressed: `${sound.isOn}` });
    ring.onclick = () => {
      sound.toggle();
      ring.ariaPressed = `${sound.isOn}`;
    };
  });
}
