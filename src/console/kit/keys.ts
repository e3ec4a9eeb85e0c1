import { useEffect } from 'react';

/**
 * Keys of the page, by their place on the keyboard (`KeyboardEvent.code`), so that they work with every layout: `KeyR`, `Mod+KeyK`,
 * `Shift+Slash`, or two one after the other, `KeyG KeyI`.
 */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const kept = 'parley.keys';
/** For how long a first key waits for a second one. */
const chordMs = 1000;

/** Whether single keys do something; chords with Ctrl or ⌘ always do. */
export const areKeysOn = () => localStorage.getItem(kept) !== 'off';
export const switchKeys = (isOn: boolean) => localStorage.setItem(kept, isOn ? 'on' : 'off');

/** Where single keys are words, choose by their letters, or belong to what is open. */
const ownKeys =
  'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="dialog"], [role="alertdialog"], [role="menu"], [aria-haspopup="listbox"], [data-trigger], [data-typing]';

/** The name of what was pressed, as a map has it. `?` is that sign wherever the layout has it: a Russian one has it at the 7. */
function nameOf({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  if (key === '?' && !altKey) return 'Shift+Slash';
  const held = [(ctrlKey || metaKey) && 'Mod', altKey && 'Alt', shiftKey && 'Shift'].filter(Boolean);
  return [...held, code].join('+');
}

interface Layer {
  map: KeyMap;
  /** What the keys of a page do, for the list of keys; a frame around pages lists its own. */
  names?: Readonly<Record<string, string>> | undefined;
}

const layers = new Set<Layer>();
let first = '';
let since = 0;

/** Those of a page come before those of the frame around it. */
const inOrder = () => [...layers].sort((one, other) => Number(!one.names) - Number(!other.names));

function press(event: KeyboardEvent): void {
  if (event.isComposing || event.repeat || event.defaultPrevented) return;
  const name = nameOf(event);
  const isChord = name.startsWith('Mod+');
  const target = event.target as HTMLElement | null;
  if (!isChord && (!areKeysOn() || target?.closest(ownKeys))) return;
  const isSecond = first !== '' && event.timeStamp - since < chordMs;
  const maps = inOrder().map(({ map }) => map);
  const find = (wanted: string) => maps.find((map) => map[wanted])?.[wanted];
  const act = (isSecond ? find(`${first} ${name}`) : undefined) ?? find(name);
  first = '';
  if (act) {
    event.preventDefault();
    act(event);
  } else if (maps.some((map) => Object.keys(map).some((each) => each.startsWith(`${name} `)))) {
    first = name;
    since = event.timeStamp;
  }
}

/**
 * Binds keys for as long as the component is there. They are off in fields and below windows, except for chords with `Mod`.
 * @param names of a page: what its keys do. They win over those of the frame, and stand in the list of keys.
 */
export function useKeys(map: KeyMap, names?: Layer['names']): void {
  useEffect(() => {
    const layer = { map, names };
    if (layers.size === 0) addEventListener('keydown', press, { capture: true });
    layers.add(layer);
    return () => {
      layers.delete(layer);
      if (layers.size === 0) removeEventListener('keydown', press, { capture: true });
    };
  }, [map, names]);
}

/** The keys of the page that is open, and what they do. */
export const keysOfPage = (): [key: string, name: string][] =>
  [...layers].flatMap(({ names = {} }) => Object.entries(names));

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** How the keys of a map are shown: `⌘K`, `Ctrl K`, `G I`. */
export function showKeys(name: string): string {
  const words: Record<string, string> = {
    Mod: isApple ? '⌘' : 'Ctrl',
    Shift: '⇧',
    Alt: isApple ? '⌥' : 'Alt',
    Slash: '/',
    Enter: '↵',
    Escape: 'Esc',
  };
  return name
    .split(' ')
    .map((one) =>
      one
        .split('+')
        .map((part) => words[part] ?? part.replace(/^Key|^Digit/, ''))
        .join(isApple ? '' : ' '),
    )
    .join(' ')
    .replace(/⇧ ?\//, '?');
}
