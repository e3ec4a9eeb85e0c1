import type { Shape } from '../api/shapes.ts';

/** What was said with a customer as it is shown, in pure functions. */

export type Message = Shape<'ConversationMessage'>;
export type Note = Shape<'ConversationNote'>;
/** That somebody took the dialog, gave it back and the like. */
export type Lead = Shape<'LeadChange'>;

/** Messages from the oldest that is loaded to the newest. */
export interface Thread {
  messages: readonly Message[];
  /** Where older ones are; null if there are none. */
  cursor: string | null;
}

interface Page {
  items: readonly Message[];
  next_cursor: string | null;
}

/** With the newest page as it is now: what is no longer in it, as after a merge was undone, is gone. */
export function renewed(before: Thread | undefined, newest: Page): Thread {
  const messages = [...newest.items].reverse();
  const ids = new Set(messages.map(({ id }) => id));
  const whole = { messages, cursor: newest.next_cursor };
  // More came than a page has: what is between is read again when somebody goes back.
  if (!before?.messages.some(({ id }) => ids.has(id)) || newest.next_cursor === null) return whole;
  const from = messages[0]!.created_at;
  const older = before.messages.filter(({ id, created_at: at }) => at <= from && !ids.has(id));
  return older.length > 0 ? { messages: [...older, ...messages], cursor: before.cursor } : whole;
}

/** With an older page before the others. */
export function prepended(before: Thread, older: Page): Thread {
  const known = new Set(before.messages.map(({ id }) => id));
  const items = [...older.items].reverse().filter(({ id }) => !known.has(id));
  return { messages: [...items, ...before.messages], cursor: older.next_cursor };
}

export type Entry =
  | {
      type: 'message';
      key: string;
      at: string;
      message: Message;
      follows: boolean;
      /** Of a message with buttons. */
      asked: Asked | undefined;
    }
  | { type: 'note'; key: string; at: string; note: Note }
  | { type: 'lead'; key: string; at: string; lead: Lead }
  | { type: 'day'; key: string; at: string };

/** What became of the buttons of a message. */
export interface Asked {
  /** Something was said since, or other buttons were shown: nobody asks this any more. */
  isOver: boolean;
  /** The text of the one that the customer has pressed, as far as the next words of theirs tell it. */
  chosen: string | undefined;
}

/** What became of the buttons of each message that has some, by its id. */
export function askedOf(messages: readonly Message[]): Map<string, Asked> {
  const all = new Map<string, Asked>();
  /** The message of a channel whose buttons stand there last. */
  const open = new Map<string, Message>();
  for (const message of messages) {
    const { id } = message.channel;
    const before = open.get(id);
    const buttons = message.content?.buttons ?? [];
    const isAnswer = message.author === 'customer';
    if (before && (isAnswer || buttons.length > 0)) {
      const said = isAnswer ? message.text : undefined;
      const chosen = before.content?.buttons.find(({ text }) => text === said)?.text;
      all.set(before.id, { isOver: true, chosen });
      open.delete(id);
    }
    if (buttons.length === 0 || isAnswer) continue;
    all.set(message.id, { isOver: false, chosen: undefined });
    open.set(id, message);
  }
  return all;
}

const dayOf = (at: string) => new Date(at).toDateString();
/** Messages of one speaker within this time stand together. */
const togetherMs = 5 * 60_000;

const speakerOf = ({ by }: Message) => JSON.stringify(by);

function isTogether(one: Message, next: Message): boolean {
  return (
    one.author === next.author &&
    speakerOf(one) === speakerOf(next) &&
    one.channel.id === next.channel.id &&
    Date.parse(next.created_at) - Date.parse(one.created_at) < togetherMs
  );
}

/** What the bot says because nobody came is written in the same turn, some moments before that is on record. */
const oneTurnMs = 1500;

const placeOf = ({ at, ...each }: { at: string; type: string; lead?: Lead }) =>
  Date.parse(at) - (each.lead?.kind === 'nobody_came' ? oneTurnMs : 0);

/** Messages, notes and who led the dialog, in the order of time, with a line before each day. */
export function entriesOf(
  { messages, cursor }: Thread,
  notes: readonly Note[],
  lead: readonly Lead[] = [],
): Entry[] {
  const oldest = cursor === null ? '' : (messages[0]?.created_at ?? '');
  const all = [
    ...messages.map((message) => ({ type: 'message' as const, at: message.created_at, message })),
    // Notes from before the loaded messages come with those.
    ...notes
      .filter((note) => note.created_at >= oldest)
      .map((note) => ({ type: 'note' as const, at: note.created_at, note })),
    ...lead
      .filter(({ at }) => at >= oldest)
      .map((change) => ({ type: 'lead' as const, at: change.at, lead: change })),
  ].sort((one, other) => placeOf(one) - placeOf(other));
  const asked = askedOf(messages);
  const entries: Entry[] = [];
  for (const each of all) {
    const last = entries.at(-1);
    const isNewDay = !last || dayOf(last.at) !== dayOf(each.at);
    if (isNewDay) entries.push({ type: 'day', key: `day ${dayOf(each.at)}`, at: each.at });
    if (each.type === 'note') entries.push({ ...each, key: each.note.id });
    else if (each.type === 'lead') entries.push({ ...each, key: `${each.lead.kind} ${each.at}` });
    else {
      const follows = !isNewDay && last?.type === 'message' && isTogether(last.message, each.message);
      entries.push({ ...each, key: each.message.id, follows, asked: asked.get(each.message.id) });
    }
  }
  return entries;
}

/** The first of what the customer has said last, after which neither a person nor the bot has spoken: there an unread conversation is opened. */
export function firstUnanswered(messages: readonly Message[]): string | undefined {
  const lastAnswer = messages.findLastIndex(({ author }) => author !== 'customer');
  return messages.slice(lastAnswer + 1).find(({ author }) => author === 'customer')?.id;
}
