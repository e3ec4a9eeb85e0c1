import { z } from 'zod';
import type { OutboundHttp } from '../../../platform/outbound-http.ts';
import type { TaskOutcome } from '../../tasks/task.ts';
import type { Delivery, DeliveryMeans } from '../channel-type.ts';
import { callBot, type Reply } from './bot-api.ts';
import { outcomeOfReply } from './outcome.ts';
import { type Part, partsOf } from './parts.ts';

/** Kept between attempts: what was sent. */
const progress = z.object({
  /** Telegram's ids of the messages that were sent, in order. */
  message_ids: z.array(z.int()),
  /** The parts that were sent as a whole; as many as messages if absent. */
  parts: z.int().optional(),
  /** The links that were sent in place of the next part, which Telegram could not fetch. */
  links: z.int().optional(),
});
type Progress = z.output<typeof progress>;

const sentMessage = z.object({ message_id: z.int() });
const sentAlbum = z.array(sentMessage).min(1);

/**
 * Sends a message by one call, or by several: one for each album or single attachment, and one for a text that is no caption. A
 * part that was sent is not sent again: if the next one certainly was not sent, the next attempt begins with it.
 */
export async function deliver(
  delivery: Delivery,
  begin: () => Promise<void>,
  { http }: Pick<DeliveryMeans, 'http'>,
): Promise<TaskOutcome> {
  const parts = partsOf(delivery);
  const read = progress.safeParse(delivery.progress);
  const before: Progress = read.success ? read.data : { message_ids: [] };
  const ids = [...before.message_ids];
  const first = before.parts ?? ids.length;
  let links = before.links;
  let isBegun = false;
  /** Sends a part. @returns why that did not succeed */
  const send = async (part: Part): Promise<Failure | undefined> => {
    // `begin` is called once in an attempt, before its first byte.
    const reply = await sendPart(delivery, part, http, isBegun ? {} : { begin });
    isBegun = true;
    if (reply.kind !== 'done') return { reply, outcome: outcomeOfReply(reply) };
    const found =
      part.method === 'sendMediaGroup'
        ? sentAlbum.safeParse(reply.result).data
        : sentMessage.array().safeParse([reply.result]).data;
    if (!found) return { reply, outcome: withoutId };
    ids.push(...found.map(({ message_id }) => message_id));
    return undefined;
  };
  for (const [i, part] of parts.entries()) {
    if (i < first) continue;
    const failed = links === undefined ? await send(part) : undefined;
    if (failed && !(part.instead && cannotFetch(failed.reply))) {
      const outcome = isDoubtful(part, failed.reply) ? doubtful(failed.outcome) : failed.outcome;
      return resumable(outcome, { message_ids: ids, parts: i }, parts);
    }
    if (!failed && links === undefined) continue;
    // Telegram did nothing, so customers get the addresses.
    const instead = part.instead ?? [];
    for (let link = links ?? 0; link < instead.length; link++) {
      const unsent = await send(instead[link]!);
      if (unsent) return resumable(unsent.outcome, { message_ids: ids, parts: i, links: link }, parts);
    }
    links = undefined;
  }
  return { state: 'succeeded', result: { message_ids: ids } };
}

interface Failure {
  reply: Reply;
  outcome: TaskOutcome;
}

function sendPart(
  delivery: Delivery,
  { method, body, uploads }: Part,
  http: OutboundHttp,
  options: { begin?: () => Promise<void> },
): Promise<Reply> {
  return callBot(delivery, method, body, http, { ...options, ...(uploads && { uploads }) });
}

const withoutId: TaskOutcome = {
  state: 'unknown',
  error: { code: 'unclear_answer', message: 'Telegram answered without the id of a message.' },
};

/**
 * Whether Telegram could not fetch something from its address, or takes nothing of this type from one. It then has sent nothing:
 * https://core.telegram.org/bots/api#sending-files
 */
function cannotFetch(reply: Reply): boolean {
  return (
    reply.kind === 'refused' &&
    reply.status === 400 &&
    !namesItem.test(reply.description) &&
    /http url|web ?page|webpage_|wrong (?:remote )?file identifier|wrong type of the|wrong file type|MEDIA_EMPTY/i.test(
      reply.description,
    )
  );
}

/** What Telegram says if one item of an album could not be sent. */
const namesItem = /message #\d+/i;

/** Whether other items of an album may have been sent, although Telegram refused it. */
const isDoubtful = ({ method }: Part, reply: Reply): boolean =>
  method === 'sendMediaGroup' && reply.kind === 'refused' && namesItem.test(reply.description);

function doubtful(outcome: TaskOutcome): TaskOutcome {
  if (outcome.state !== 'failed') return outcome;
  const { code, message } = outcome.error;
  return {
    state: 'unknown',
    error: { code, message: `${message}. Other items of the album may have been sent.` },
  };
}

/** The outcome of a part after others were sent, with the progress for the next attempt. */
function resumable(outcome: TaskOutcome, sent: Progress, parts: readonly Part[]): TaskOutcome {
  const { message_ids, parts: done = 0, links } = sent;
  if (outcome.state === 'succeeded' || (message_ids.length === 0 && links === undefined)) return outcome;
  const { code, message } = outcome.error;
  const isText = parts[done]?.method === 'sendMessage' && links === undefined;
  const what = parts.length === 2 && parts[0]!.method === 'sendPhoto' ? 'picture was' : 'attachments were';
  const error = {
    code,
    message:
      isText && done === parts.length - 1
        ? `The ${what} sent. Its text: ${message}`
        : `${done} of ${parts.length} parts were sent. The next one: ${message}`,
  };
  if (outcome.state === 'failed') return { ...outcome, error };
  const kept = {
    message_ids,
    ...((done !== message_ids.length || links !== undefined) && { parts: done }),
    ...(links !== undefined && { links }),
  };
  return { ...outcome, error, progress: kept };
}
