import type { Shell } from '../contract.ts';
import { draw, iconButton, make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';

/** Pictures of 24 by 24, as the attribute `d` has them. */
export const pictures = {
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M5 12h.01M12 12h.01M19 12h.01',
  attach: 'M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.6 1.6 0 0 1-2.3-2.3L15 8.3',
  emoji: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5h.01M15 9.5h.01',
  send: 'M5 12h14M13 6l6 6l-6 6',
};

/** The window of the chat. */
export type View = ReturnType<typeof makeView>;

/** Makes the window, of elements and texts only. */
export function makeView({ root, input }: Pick<Shell, 'root' | 'input'>, texts: Texts) {
  const panel = make('dialog', root);
  panel.ariaLabel = texts.chat;

  const header = make('header', panel);
  const face = make('i', header, '', 'face');
  face.ariaHidden = 'true';
  const who = make('div', header, '', 'who');
  const title = make('b', who);
  const state = make('div', who, '', 'state');
  state.role = 'status';
  const person = make('button', who, texts.operator);
  Object.assign(person, { type: 'button', id: 'person' });
  const menu = iconButton(header, texts.menu, pictures.menu, 'menu');
  const close = iconButton(header, texts.close, pictures.close, 'close');

  const log = make('div', panel);
  Object.assign(log, { id: 'log', role: 'log', ariaLabel: texts.messages, tabIndex: 0, ariaLive: 'polite' });
  const dots = make('div', log);
  Object.assign(dots, { id: 'dots', ariaHidden: 'true', hidden: true });
  for (let i = 0; i < 3; i++) make('i', dots);
  const lines = make('div', log);
  lines.id = 'lines';
  const welcome = make('div', log);
  Object.assign(welcome, { id: 'welcome', hidden: true });
  const hello = make('i', welcome, '', 'face');
  hello.ariaHidden = 'true';
  const greeting = make('p', welcome);
  const soon = make('p', welcome, '', 'soon');

  const newest = make('button', panel);
  Object.assign(newest, { type: 'button', id: 'newest', hidden: true, title: texts.newest });
  const typing = make('div', panel, '', 'unseen');
  typing.role = 'status';
  const note = make('div', panel);
  Object.assign(note, { id: 'note', role: 'status' });
  const tray = make('div', panel);
  tray.id = 'tray';

  const form = make('form', panel, '', 'composer');
  const attach = iconButton(form, texts.attach, pictures.attach, 'attach');
  attach.hidden = true;
  const picker = make('input', form);
  Object.assign(picker, { type: 'file', multiple: true, hidden: true });
  input.placeholder = texts.write;
  const emoji = iconButton(form, texts.emoji, pictures.emoji, 'emoji');
  emoji.ariaExpanded = 'false';
  const send = make('button', form);
  Object.assign(send, { ariaLabel: texts.send, id: 'send', title: texts.send });
  draw(pictures.send, send);

  const drop = make('div', panel, texts.drop);
  Object.assign(drop, { id: 'drop', hidden: true });
  const parts = { panel, header, face, title, person, state, menu, close, log, dots, lines, welcome, hello };
  return { ...parts, greeting, soon, newest, typing, note, tray, form, attach, picker, emoji, send, drop };
}
