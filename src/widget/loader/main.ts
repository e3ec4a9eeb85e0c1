import { legibleOn, readHex } from '../colour.ts';
import type { Body, Call, Look, Shell } from '../contract.ts';
import { sends } from '../enter.ts';
import { launcherTexts } from '../text/launcher.ts';
import { loadBody } from './body.ts';
import { makeLauncher } from './launcher.ts';
import { readLook, readTag, type Tag } from './settings.ts';

/** Puts a web chat on a page: <script async src="https://parley.example/chat/ch_….js"></script> */

type Api = ((...call: Call) => unknown) & { q?: ArrayLike<unknown>[]; isHere?: true };
type Mount = (() => void) & { dress(look: Look): void };

const page = window as unknown as Record<symbol, Mount | undefined> & { Parley?: Api };
const tag = document.currentScript && readTag(document.currentScript as HTMLScriptElement);
if (tag) {
  // A page with this script twice has one chat; a page that replaced its content together with the script gets it back.
  const known = Symbol.for(tag.place);
  if (page[known]) page[known]();
  else page[known] = begin(tag);
}

function begin(tag: Tag): Mount {
  const { data, place } = tag;
  const root = document.documentElement;
  const language = (data.lang || root.lang || navigator.language).slice(0, 2).toLowerCase();
  const texts = launcherTexts(language);
  const made = makeLauncher(texts);
  const { host, opener, words, input, paint } = made;
  const shell: Shell = { ...tag, ...made, language, said: [], look: {}, frame: undefined };
  const early: Call[] = [];
  let body: Body | undefined;
  let loading: Promise<Body> | undefined;
  let isAway = false;
  let isWanted = false;

  function dress() {
    const { accent, position, launcher = '', greetings } = shell.look;
    paint.replaceSync(accent ? `:host{--accent:${accent};--over:${legibleOn(readHex(accent))}}` : '');
    const side = getComputedStyle(host).getPropertyValue('--parley-side').trim();
    host.classList.toggle('left', (side || position) === 'left');
    host.dir = data.dir || getComputedStyle(root).direction;
    words.textContent = launcher;
    opener.ariaLabel = (launcher && `${launcher}: `) + texts.open;
    body?.dress();
    if (greetings) warmLater();
  }

  const load = () => {
    loading ??= loadBody(tag).then(
      (start) => {
        body = start(shell);
        for (const call of early) body.command(call);
        return body;
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const warm = () => void load().catch(() => {});
  const warmLater = () => {
    if (document.readyState === 'complete') warm();
    else addEventListener('load', warm);
  };
  const standBack = () => {
    input.hidden = true;
    opener.hidden = false;
  };

  function open(isQuiet = false) {
    if (body) return body.open(isQuiet);
    isWanted = true;
    // What is typed until the window is there is not lost, and a phone shows its keyboard.
    if (!isQuiet) {
      input.hidden = false;
      input.focus({ preventScroll: true });
    }
    load().then((loaded) => isWanted && loaded.open(isQuiet), standBack);
  }
  function close() {
    isWanted = false;
    if (body) return body.close();
    standBack();
    opener.focus();
  }

  opener.onclick = () => open();
  opener.onpointerenter = opener.onfocus = warm;
  input.onkeydown = (event) => {
    if (event.key === 'Escape') close();
    if (!sends(event)) return;
    // The key leaves its line break behind, which nobody sees.
    shell.said.push(input.value);
    input.value = '';
  };
  // Keys typed here must not trigger shortcuts of the page, which does not see the field.
  host.onkeydown = host.onkeyup = host.onkeypress = (event) => event.stopPropagation();

  const mount = () => {
    isAway = false;
    if (!document.body || host.isConnected) return;
    (shell.frame ?? document.body).append(host);
    body?.rest(false);
  };
  const unmount = () => {
    isAway = true;
    body?.rest(true);
    host.remove();
  };
  /** Puts the chat into an element of the page, or back above it. */
  function move(frame: HTMLElement | undefined) {
    shell.frame = frame;
    host.classList.toggle('inline', !!frame);
    if (!isAway) (frame ?? document.body).append(host);
    if (body) body.moved();
    else if (frame) open(true);
  }

  // The first chat of a page is the one that `Parley` and `<parley-chat>` mean.
  const isFirst = !page.Parley?.isHere;
  if (isFirst) {
    const commands: Record<string, () => void> = {
      ...{ close, mount, unmount },
      open: () => open(),
      toggle: () => (body?.isOpen ? close() : open()),
    };
    const run: Api = (...call) => {
      const [name] = call;
      if (commands[name]) return commands[name]();
      if (body) body.command(call);
      else early.push(call);
      if (/^(identify|shutdown)$/.test(name)) warm();
      if (name === 'on') return () => run('off', ...call.slice(1));
    };
    const { q = [] } = page.Parley ?? {};
    run.isHere = true;
    page.Parley = run;
    for (const call of Array.from(q)) run(...(Array.from(call) as unknown as Call));
  }

  const appear = () => {
    if (!isAway) mount();
    if (isFirst) {
      const tagName = 'parley-chat';
      customElements.define(
        tagName,
        class extends HTMLElement {
          connectedCallback() {
            move(this);
          }
          disconnectedCallback() {
            if (shell.frame === this) move(document.querySelector<HTMLElement>(tagName) ?? undefined);
          }
        },
      );
    }
    readLook(tag, api.dress);
    if ('open' in data) open(data.open === 'quietly');
    // A returning visitor gets the messages that were sent meanwhile, once the page is there.
    else if (isKnown(place)) warmLater();
  };
  const api = Object.assign(mount, {
    dress(look: Look) {
      shell.look = look;
      dress();
    },
  });
  if (document.body) appear();
  else addEventListener('DOMContentLoaded', appear);
  return api;
}

function isKnown(place: string): boolean {
  try {
    return !!localStorage.getItem(place);
  } catch {
    return false; // a page may not be allowed to store
  }
}
