import type { Shell } from '../contract.ts';
import type { Texts } from '../text/texts.ts';
import type { Attendance } from './attendance.ts';
import { showCount } from './badge.ts';
import type { Faces } from './faces.ts';
import type { AskForm } from './form.ts';
import type { Greeter } from './greeter.ts';
import type { Notes } from './notes.ts';
import { paletteOf } from './palette.ts';
import type { Theme } from './theme.ts';
import type { Unread } from './unread.ts';
import type { View } from './view.ts';

interface DressOptions {
  shell: Shell;
  view: View;
  texts: Texts;
  theme: Theme;
  faces: Faces;
  greeter: Greeter;
  attendance: Attendance;
  unread: Unread;
  notes: Notes;
  ask: AskForm;
  titleOf: () => string;
}

/** @returns shows the chat as its channel, its page and the hours want it now; it may be called whenever one of them has changed */
export function dresserOf(options: DressOptions): () => void {
  const { shell, view, texts, theme, faces, greeter, attendance, unread, notes, ask, titleOf } = options;
  const paint = new CSSStyleSheet();
  shell.root.adoptedStyleSheets.push(paint);
  return () => {
    const title = titleOf();
    paint.replaceSync(paletteOf(shell));
    theme.shade();
    view.title.textContent = title;
    for (const face of [view.face, view.hello]) faces.paint(face, title);
    view.greeting.textContent = greeter.text || shell.look.greeting || texts.greeting;
    view.soon.textContent = attendance.soon(texts.answersIn);
    showCount(shell.opener, unread.count, texts);
    ask.refresh();
    notes.refresh();
    greeter.plan();
  };
}
