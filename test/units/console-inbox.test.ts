import { expect, it } from 'vitest';
import type { Conversation } from '../../src/console/inbox/filters.ts';
import { markedWords } from '../../src/console/inbox/found-words.ts';
import {
  appended,
  countWaiting,
  type Listed,
  refreshed,
  released,
  replaced,
} from '../../src/console/inbox/listed.ts';
import { marked } from '../../src/console/inbox/marks.ts';
import { stepAfter, stepWords } from '../../src/console/inbox/step-words.ts';
import {
  askedOf,
  entriesOf,
  type Message,
  type Note,
  prepended,
  renewed,
} from '../../src/console/inbox/thread.ts';
import { isHereOnly, isNearOnly } from '../../src/console/kit/reach.ts';

const conversation = (id: string, words = '') =>
  ({ profile_id: id, last_message: { text: words } }) as unknown as Conversation;
const page = (ids: string, next: string | null = null) => ({
  items: [...ids].map((id) => conversation(id)),
  next_cursor: next,
});
const shown = ({ rows }: Listed) => rows.map(({ profile_id: id }) => id).join('');
const away = { isInHand: false, open: undefined };
const inHand = { isInHand: true, open: undefined };

it('a first page that is read again is joined to the pages below it, and what left it is gone', () => {
  const far = appended(refreshed(undefined, page('abcd', '1'), away), page('defg', '2'));
  expect([shown(far), far.cursor]).toEqual(['abcdefg', '2']);
  // f spoke, b was closed.
  const now = refreshed(far, page('facd', '1'), away);
  expect([shown(now), now.cursor]).toEqual(['facdeg', '2']);
  // Everything is new: the rows below are read again.
  const other = refreshed(far, page('wxyz', '3'), away);
  expect([shown(other), other.cursor]).toEqual(['wxyz', '3']);
  // The whole list fits on the page.
  expect(shown(refreshed(far, page('ac'), away))).toBe('ac');
});

it('the open conversation keeps its place when it no longer belongs to the list', () => {
  const before = refreshed(undefined, page('abcd', '1'), away);
  expect(shown(refreshed(before, page('acd', '1'), { isInHand: false, open: 'b' }))).toBe('abcd');
});

it('under the hand rows change and nothing moves; what waits is counted, and goes in when the hand leaves', () => {
  const before = refreshed(undefined, page('abcd', '1'), away);
  const head = {
    items: [conversation('x'), conversation('c', 'news'), conversation('a'), conversation('b')],
    next_cursor: '0',
  };
  const held = refreshed(before, head, inHand);
  expect(shown(held)).toBe('abcd');
  expect(held.rows[2]!.last_message!.text).toBe('news');
  expect(countWaiting(held)).toBe(2);
  expect(shown(replaced(held, conversation('d', 'changed')))).toBe('abcd');
  const left = released(held, undefined);
  expect([shown(left), countWaiting(left)]).toEqual(['xcabd', 0]);
  // One that only left the list is nothing new.
  expect(countWaiting(refreshed(before, page('acd', '1'), inHand))).toBe(0);
});

const message = (id: string, at: string, author: Message['author'] = 'customer') =>
  ({ id, author, by: null, channel: { id: 'ch' }, created_at: at }) as unknown as Message;

it('messages keep their order whatever is read again, and notes stand where they were written', () => {
  const at = (minute: number, day = 20) => `2026-11-${day}T12:${String(minute).padStart(2, '0')}:00.000Z`;
  const [one, two, three] = [message('1', at(1)), message('2', at(2)), message('3', at(30, 21), 'operator')];
  const first = renewed(undefined, { items: [two], next_cursor: '2' });
  const grown = renewed(first, { items: [three, { ...two, text: 'edited' }], next_cursor: '2' });
  expect(grown.messages.map(({ id, text }) => [id, text])).toEqual([
    ['2', 'edited'],
    ['3', undefined],
  ]);
  // A merge brought the first one and was undone.
  const merged = renewed(first, { items: [two, one], next_cursor: null });
  expect(renewed(merged, { items: [two], next_cursor: null }).messages).toEqual([two]);
  const notes = [
    { id: 'early', created_at: at(0) },
    { id: 'late', created_at: at(3) },
  ] as Note[];
  const types = (thread: typeof grown) =>
    entriesOf(thread, notes).map(({ type, key }) => (type === 'day' ? type : key));
  // What was before the loaded messages comes with them.
  expect(types(grown)).toEqual(['day', '2', 'late', 'day', '3']);
  const whole = prepended(grown, { items: [one], next_cursor: null });
  expect(types(whole)).toEqual(['day', 'early', '1', '2', 'late', 'day', '3']);
  expect(entriesOf(whole, []).map((entry) => entry.type === 'message' && entry.follows)).toEqual([
    ...[false, false, true],
    ...[false, false],
  ]);
});

it('words of two colleagues in one minute do not stand together', () => {
  const at = (second: number) => `2026-11-20T12:00:${second}0.000Z`;
  const says = (id: string, second: number, email: string) => ({
    ...message(id, at(second), 'operator'),
    by: { email },
  });
  const messages = [
    says('1', 1, 'irma@a.example'),
    says('2', 2, 'irma@a.example'),
    says('3', 3, 'mark@a.example'),
  ];
  const entries = entriesOf({ messages: messages as unknown as Message[], cursor: null }, []);
  expect(entries.map((entry) => entry.type === 'message' && entry.follows)).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

it('a mark goes around what is selected, and away again', () => {
  const bold = marked({ text: 'so be it', start: 3, end: 5 }, 'bold');
  expect(bold).toEqual({ text: 'so **be** it', start: 5, end: 7 });
  expect(marked(bold, 'bold')).toEqual({ text: 'so be it', start: 3, end: 5 });
  expect(marked({ text: 'here', start: 0, end: 4 }, 'link').text).toBe('[here](https://)');
});

it('words that were looked for are marked where words begin with them, whatever their case', () => {
  const found = (text: string, q: string) =>
    markedWords(text, q)
      .filter(({ isFound }) => isFound)
      .map(({ words }) => words);
  expect(found('Where is my Order? Reorder it.', 'order')).toEqual(['Order']);
  expect(found('Доставка в Ригу', 'риг дост')).toEqual(['Доставка', 'Ригу']);
  expect(markedWords('As it is.', '  ')).toEqual([{ words: 'As it is.', isFound: false }]);
  const text = 'one two, three';
  expect(
    markedWords(text, 'two')
      .map(({ words }) => words)
      .join(''),
  ).toBe(text);
});

it('a step is known by what it says, however deep it stands, and by nothing if it says nothing', () => {
  const definition = {
    steps: [
      { id: 'ask', type: 'question', text: 'Which\n size?' },
      { id: 'each', type: 'for_each', steps: [{ id: 'deep', type: 'message', text: 'x'.repeat(80) }] },
      { id: 'fill', type: 'message', text: 'Hello {{ state.name }}!' },
      { id: 'end', type: 'end' },
    ],
  };
  // It stands there for every customer, so nobody's name does.
  expect(stepWords(definition, 'fill')).toBe('Hello …!');
  expect(stepWords(definition, 'ask')).toBe('Which size?');
  expect(stepWords(definition, 'deep')).toHaveLength(60);
  expect([stepWords(definition, 'end'), stepWords(definition, 'none'), stepWords(null, 'ask')]).toEqual(
    Array(3).fill(undefined),
  );
});

it('after a step comes the one that it names, or the one below it', () => {
  const steps = [
    { id: 'ask', type: 'question', next: 'end' },
    { id: 'person', type: 'handover' },
    { id: 'many', type: 'for_each', steps: [{ id: 'inner', type: 'message' }] },
    { id: 'end', type: 'message' },
  ];
  const after = (id: string) => stepAfter({ triggers: [{ type: 'any' }], steps }, id);
  expect([after('ask'), after('person'), after('inner'), after('end'), after('none')]).toEqual([
    ...['end', 'many'],
    ...[undefined, undefined, undefined],
  ]);
});

it('addresses that lead to this computer or this network alone are told from others', () => {
  for (const each of ['localhost', 'shop.localhost', '127.0.0.1', '[::1]', '0.0.0.0'])
    expect([each, isHereOnly(each)]).toEqual([each, true]);
  for (const each of [
    '10.0.0.7',
    '192.168.1.2',
    '172.20.0.1',
    '169.254.1.2',
    'server.local',
    'server',
    '[fe80::1]',
    '[fd12::3]',
  ])
    expect([each, isHereOnly(each), isNearOnly(each)]).toEqual([each, false, true]);
  for (const each of ['shop.example', '172.40.0.1', '8.8.8.8', 'localhost.example', '[2001:db8::1]'])
    expect([each, isHereOnly(each), isNearOnly(each)]).toEqual([each, false, false]);
});

it('buttons are no longer asked once something was answered, and tell which one was chosen', () => {
  const channel = { id: 'ch_1' };
  const ask = (id: string, ...buttons: string[]) =>
    ({
      id,
      channel,
      author: 'scenario',
      text: 'Which?',
      content: { buttons: buttons.map((text) => ({ text })) },
    }) as unknown as Message;
  const say = (id: string, author: string, text: string) =>
    ({
      id,
      channel,
      author,
      text,
      content: author === 'customer' ? null : { buttons: [] },
    }) as unknown as Message;
  const asked = askedOf([
    ask('1', 'S', 'M'),
    say('2', 'operator', 'Take your time'),
    say('3', 'customer', 'M'),
    ask('4', 'Red', 'Blue'),
    say('5', 'customer', 'Something else'),
    ask('6', 'Yes'),
    ask('7', 'Yes', 'No'),
  ]);
  expect([...asked]).toEqual([
    ['1', { isOver: true, chosen: 'M' }],
    ['4', { isOver: true, chosen: undefined }],
    ['6', { isOver: true, chosen: undefined }],
    ['7', { isOver: false, chosen: undefined }],
  ]);
});

it('that nobody came stands before what the bot said because of it', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 10, 20, 12) + ms).toISOString();
  const said = {
    id: 'msg_1',
    channel: { id: 'ch_1' },
    author: 'scenario',
    by: null,
    created_at: at(1000),
    content: null,
  };
  const lead = [{ kind: 'nobody_came' as const, by: null, at: at(1400) }];
  const thread = { messages: [said as unknown as Message], cursor: null };
  expect(entriesOf(thread, [], lead).map(({ type }) => type)).toEqual(['day', 'lead', 'message']);
});
