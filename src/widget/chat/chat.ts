import type { Body, Shell } from '../contract.ts';
import { spokenIn, textsIn } from '../text/texts.ts';
import { Attendance } from './attendance.ts';
import { showCount } from './badge.ts';
import { Bubbles, type Press } from './bubbles.ts';
import css from './chat.css?inline';
import { commandsOf } from './commands.ts';
import { adopt, compose } from './composer.ts';
import { Draft } from './draft.ts';
import { dresserOf } from './dress.ts';
import { addEmoji } from './emoji.ts';
import { Events } from './events.ts';
import { Faces } from './faces.ts';
import filesCss from './files.css?inline';
import { Files } from './files.ts';
import { keeperOf } from './focus.ts';
import { AskForm } from './form.ts';
import { Greeter } from './greeter.ts';
import { Hearing } from './hearing.ts';
import { Log } from './log.ts';
import { Memory } from './memory.ts';
import { addMenu } from './menu.ts';
import { Notes } from './notes.ts';
import { Outgoing } from './outgoing.ts';
import { showPast } from './past.ts';
import { Peek } from './peek.ts';
import { Times } from './places.ts';
import { Seen } from './seen.ts';
import { Server } from './server.ts';
import { Sound } from './sound.ts';
import { Stream } from './stream.ts';
import { Tabs } from './tabs.ts';
import { Theme } from './theme.ts';
import { typist } from './typist.ts';
import { Unread } from './unread.ts';
import { Uploads } from './uploads.ts';
import { makeView } from './view.ts';
import { Window } from './window.ts';
import type { Message, Session } from './wire.ts';

/** Starts a chat in the shadow tree that the loader has made. */
export function startBody(shell: Shell): Body {
  const { root, input } = shell;
  const texts = textsIn(shell.language);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css + filesCss);
  root.adoptedStyleSheets.push(sheet);
  const view = makeView(shell, texts);
  adopt(input, view.emoji);
  const memory = new Memory(shell.place);
  const draft = new Draft(input, memory, () => visitor);
  const keepFocus = keeperOf(root, () => (matchMedia('(pointer:coarse)').matches ? view.log : input));
  const notes = new Notes({
    ...{ view, texts, keepFocus, standing: () => attendance.standing },
    // Behind the form a visitor could not write what they want of the person.
    mayAsk: () => attendance.mayAsk && !ask.isShown,
    soon: () => attendance.soon(texts.askingFor),
    inform: (text) => log.inform(text),
  });
  const server: Server = new Server(shell, memory, (session) => greet(session));
  const files = new Files(server, texts, notes.warn);
  const faces = new Faces(() => shell.look, shell.base);
  const times = new Times(spokenIn(shell.language), texts);
  const bubbles = new Bubbles({ texts, files, times, faces, keepFocus, press: (which) => press(which) });
  const attendance: Attendance = new Attendance(
    () => shell.look,
    texts,
    times,
    () => dress(),
  );
  const titleOf = () => shell.look.title || texts.chat;
  const nameOf = ({ author, name }: Message) =>
    author === 'customer' ? texts.you : author === 'operator' ? (name ?? texts.person) : titleOf();
  const log: Log = new Log({ ...view, ...{ server, bubbles, texts, times, faces, shown, nameOf } });
  const hearing = new Hearing({ server, log, notes, bubbles });
  const events = new Events();
  const theme = new Theme(shell, memory);
  const sound = new Sound(memory, () => !!shell.look.sound);
  const unread = new Unread(memory, (count) => {
    showCount(shell.opener, count, texts);
    events.emit('unread', count);
  });
  const seen = new Seen(server, (n) => unread.see(n));
  const uploads: Uploads = new Uploads({
    ...{ server, files, texts, tray: view.tray, warn: notes.warn },
    settled: () => outgoing.release(),
    focus: () => input.focus(),
  });
  const outgoing: Outgoing = new Outgoing({
    ...{ server, memory, texts, files, uploads, log, bubbles, notes, input, draft, keepFocus },
    visitor: () => visitor,
    worded: (text) => bubbles.worded(text),
    said: () => listen(),
  });
  const chatWindow = new Window({ shell, view, opened, closed: () => events.emit('close') });
  const peek = new Peek(root, texts, faces, () => chatWindow.open());
  const stream = new Stream(server, () => log.last, take);
  const greeter = new Greeter({
    ...{ memory, look: () => shell.look, moved: () => dress() },
    mayGreet: () => !chatWindow.isOpen && isNew(),
    greet: (text) => peek.show({ by: titleOf(), isPerson: false, text }, true),
  });
  const ask: AskForm = new AskForm({
    ...{ view, texts, memory, server, notes, fields: () => shell.look.form },
    answered() {
      notes.refresh();
      input.focus();
    },
    isKnown: () => !isNew() || visitor.startsWith('user:'),
  });
  const dress = dresserOf({
    ...{ shell, view, texts, theme, faces, greeter, attendance, unread, notes, ask, titleOf },
  });
  let visitor = '';
  let tabs: Tabs | undefined;

  compose({ view, input, uploads, submit: () => outgoing.submit(), types: typist(server, notes) });
  addEmoji(view.emoji, view.panel, input);
  addMenu(view, theme, sound, texts);
  notes.operator(async () => {
    const { ok } = await server.post('/operator').catch(() => ({ ok: false }));
    if (ok) listen();
    return ok;
  });
  addEventListener('online', () => {
    stream.hurry();
    outgoing.hurry();
  });
  addEventListener('offline', () => notes.tell(texts.offline));

  const press = ({ text, button }: Press) => outgoing.say(text, button && { button });
  /** Whether nothing was said yet: of who has a visit this is known only when it goes on. */
  const isNew = () => log.isEmpty && outgoing.isEmpty && (!server.token || !!visitor);

  /** Takes a session: that of the visitor before, or another's. */
  function greet(session: Session) {
    const isFirst = visitor !== session.visitor_id;
    if (visitor && visitor !== session.visitor_id) {
      clear();
      outgoing.showAgain();
    }
    visitor = session.visitor_id;
    memory.write('who', visitor);
    uploads.limits = session.uploads;
    view.attach.hidden = !session.uploads.max_bytes;
    view.picker.accept = session.uploads.types?.join() ?? '';
    unread.assume(session.history.findLast(({ direction }) => direction === 'in')?.n ?? 0);
    attendance.take(session.hours);
    showPast(log, notes, session, isFirst);
    notes.tell();
    outgoing.begin(visitor);
    dress();
    if (session.history.length > 0 || session.held) listen();
  }

  /** Listens from now on. Who has said nothing is told nothing. */
  function listen() {
    tabs ??= new Tabs({
      name: `${shell.place} ${visitor}`,
      listen: (signal) => stream.follow(signal),
      take: (name, data) => hearing.hear(name, data),
      catchUp: () => void hearing.catchUp(),
    });
  }

  /** An event of this tab's own stream: the other tabs get it, too. */
  function take(name: string, data: string) {
    tabs?.tell(name, data);
    if (name) hearing.hear(name, data);
    // One tab listens, and so one sounds.
    const isNews = name === 'message' && (JSON.parse(data) as Message).direction === 'out';
    if (isNews && (document.hidden || !chatWindow.isOpen)) sound.ring();
  }

  /** A message is there for the first time. */
  function shown(message: Message, box: HTMLElement, isNew: boolean) {
    notes.came(message);
    if (message.direction === 'in') return outgoing.arrived(message);
    seen.watch(box, message.n);
    if (!chatWindow.isOpen || document.hidden) {
      unread.add(message.n);
      if (isNew && !chatWindow.isOpen) {
        peek.show({ ...message, by: nameOf(message), isPerson: message.author === 'operator' });
      }
    }
    if (isNew) events.emit('message', { id: message.message_id, author: message.author, text: message.text });
  }

  function opened() {
    peek.hide();
    unread.see(log.last);
    events.emit('open');
    if (navigator.onLine === false) notes.tell(texts.offline);
    server.start().then(
      () => notes.tell(),
      () => notes.warn(navigator.onLine ? texts.unreachable : texts.offline),
    );
    for (const text of shell.said.splice(0)) if (text.trim()) void outgoing.say(text.trim());
  }

  /** Forgets what a visitor was told. */
  function clear() {
    tabs?.stop();
    tabs = undefined;
    for (const part of [log, seen, unread]) part.clear();
    notes.forget();
  }

  /** Is nobody any more: the next one who writes here is somebody else. */
  function leave() {
    chatWindow.close();
    server.forget();
    visitor = '';
    clear();
    outgoing.clear();
    draft.clear();
  }
  // Another tab has become somebody else.
  memory.watch('who', (now) => {
    if (now === visitor || !visitor) return;
    if (now) server.adopt().catch(() => {});
    else leave();
  });

  const command = commandsOf({ events, theme, server, memory, leave });
  dress();
  view.welcome.hidden = false;
  chatWindow.refresh();
  if (server.token) server.start().catch(() => {});

  return {
    get isOpen() {
      return chatWindow.isOpen;
    },
    open: (isQuiet) => chatWindow.open(isQuiet),
    close: () => chatWindow.close(),
    dress,
    moved: () => chatWindow.moved(),
    rest(isAway) {
      if (isAway) {
        tabs?.stop();
        tabs = undefined;
      } else {
        chatWindow.refresh();
        if (!log.isEmpty) listen();
      }
    },
    command,
  };
}
