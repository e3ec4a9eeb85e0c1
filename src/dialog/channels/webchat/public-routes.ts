import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { beginEvents } from '../../../platform/event-stream.ts';
import { newId, readId, showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { Tickets } from '../../../platform/tickets.ts';
import { writeAudit } from '../../audit/entry.ts';
import { hear, type Said } from '../../dialogs/hear.ts';
import type { FileLinks } from '../../files/links.ts';
import { dialogTurn } from '../../flows/dialog-turn.ts';
import { answerAcceptance } from '../../gate/idempotency.ts';
import { limitPerMinute } from '../../gate/per-minute.ts';
import { laxBool, laxInt, text } from '../../http/fields.ts';
import { ValidationProblem, valueError } from '../../http/validation.ts';
import { ensureIdentity } from '../../profiles/identities.ts';
import { type Calendar, isOpen, nextClosing, nextOpening } from '../../project-settings/calendar.ts';
import { readCalendar } from '../../project-settings/settings.ts';
import type { Acceptor } from '../../tasks/accept.ts';
import type { TaskQueue } from '../../tasks/queue.ts';
import type { AcceptLimits } from '../../tasks/submission.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import { findButton } from '../pressed.ts';
import { bringAbout, learn } from './about.ts';
import { preflight } from './cross-origin.ts';
import type { Feed } from './feed.ts';
import { externalIdOf, identifyVisitor, whoIs } from './identify.ts';
import { limitChat, limits } from './limits.ts';
import { readUpTo } from './reading.ts';
import { readAfter, readHistory, record, type SignFile } from './transcript.ts';
import { mostUploadBytes, saidFiles, uploadsIn } from './uploads.ts';
import type { WebUser } from './user-token.ts';
import { beginVisit, type ChatChannel, resumeVisit, type Visitor } from './visitors.ts';

const reportsPerMinute = 60;
const historyLength = 50;
const page = 100;
const mostStreams = 10;
/** The largest number that a message can have; larger numbers in requests mean the same. */
const lastPlace = 2 ** 31 - 1;

const pressed = z.object({ message_id: text({ max: 100 }), index: laxInt({ ge: 0 }) });

interface ChatParts {
  database: Database;
  vault: Vault;
  limiter: RateLimiter;
  acceptor: Acceptor;
  tickets: Tickets<LaneTicket>;
  queue: TaskQueue;
  settings: AcceptLimits & { filesMaxBytes: number };
  feed: Feed;
  fileLinks: FileLinks;
}

const chatPath = z.object({ channel_id: z.string() });
const place = z.object({ after: laxInt({ ge: 0, default: 0 }) });
const listening = place.extend({
  typing: laxBool({ default: false }),
  presses: laxBool({ default: false }),
  revisions: laxBool({ default: false }),
  seen: laxBool({ default: false }),
});

/** How the chat looks, for scripts into which the server has not written it. */
export const readLook = endpoint({ params: chatPath }, async (request) => request.chat.look);

/** Begins a visitor's session, or resumes it. */
export const beginSession = endpoint(
  {
    params: chatPath,
    body: z.object({
      name: text({ min: 1, max: 100 }).nullish(),
      visitor: text({ max: 200 }).nullish(),
      /** Who the page says that its user is: a token of its own server. */
      user: text({ min: 1, max: 8192 }).nullish(),
    }),
  },
  async (request, reply, parts: ChatParts) => {
    const { database, fileLinks, settings } = parts;
    const { chat } = request;
    const { name = null, visitor: token, user: signed } = request.body;
    const user = signed ? await whoIs(parts, chat, signed) : undefined;
    const known = token ? await resumeVisit(database, chat, token, name) : undefined;
    const resumed = user && known ? await asUser(parts, chat, known, user, request.id) : known;
    if (!resumed) {
      await limitChat(parts, limits.sessions, request);
    }
    const visit = resumed
      ? { visitor: resumed, token }
      : await beginVisit(database, chat, user?.name ?? name, user ? externalIdOf(user) : null);
    if (user) await learn(database, chat, visit.visitor, user.about, request.id);
    const { held, person, lead, seen, history } = await readHistory(database, visit.visitor, {
      limit: historyLength,
      sign: signerFor(fileLinks, request),
    });
    return reply.code(201).send({
      visitor_id: visit.visitor.externalId,
      token: visit.token,
      title: chat.look.title ?? 'Chat',
      uploads: {
        max_bytes: mostUploadBytes(chat, settings.filesMaxBytes),
        types: chat.uploadTypes ?? null,
      },
      held,
      person,
      lead,
      seen,
      hours: hoursAt(await readCalendar(database, chat.projectId), Date.now()),
      history,
    });
  },
);

/** Whether people are there, until when, and when they are back; null if the project has no hours. */
function hoursAt(
  calendar: Calendar | null,
  now: number,
): { open: boolean; opens_at: string | null; closes_at: string | null } | null {
  if (!calendar) return null;
  const open = isOpen(calendar, now);
  const next = open ? nextClosing(calendar, now) : nextOpening(calendar, now);
  const at = next === undefined ? null : new Date(next).toISOString();
  return { open, opens_at: open ? null : at, closes_at: open ? at : null };
}

/** The visitor as a user of the page; undefined if this browser belongs to another one, who is left alone. */
async function asUser(
  { database }: ChatParts,
  chat: ChatChannel,
  known: Visitor,
  user: WebUser,
  requestId: string,
): Promise<Visitor | undefined> {
  if (known.actsAs === externalIdOf(user)) return known;
  return known.actsAs === null ? identifyVisitor(database, chat, known, user, requestId) : undefined;
}

/** Accepts what a visitor says or which button they press. */
export const sayMessage = endpoint(
  {
    params: chatPath,
    body: z.object({
      text: text({ min: 1, max: 3000 }).nullish(),
      message_id: text({ min: 1, max: 100 }).nullish(),
      button: pressed.nullish(),
      attachments: saidFiles.nullish(),
    }),
  },
  async (request, reply, parts: ChatParts) => {
    const { database } = parts;
    const { chat, visitor, body } = request;
    await limitChat(parts, limits.messages, request);
    const sender = showId('visitor', visitor.id);
    const words = await wordsOf(database, visitor, body);
    await bringAbout(database, chat, visitor, request.id);
    const { acceptance, identityId } = await hear(
      parts,
      chat,
      {
        ...words,
        attachments: uploadsIn(body.attachments ?? []),
        // By the browser, whoever its visitor turns out to be meanwhile.
        key: `${sender}/${body.message_id ?? newId()}`,
        sender,
        externalId: visitor.externalId,
        name: visitor.name,
      },
      request.id,
    );
    if (acceptance.verdict === 'reused') {
      throw new Problem(
        409,
        'message_id_reused',
        'This message_id was used with other words. Take a new one.',
      );
    }
    if (acceptance.verdict !== 'accepted' && acceptance.verdict !== 'replayed') {
      return answerAcceptance(reply, acceptance);
    }
    await record(database, { projectId: chat.projectId, identityId });
    const duplicate = acceptance.verdict === 'replayed';
    return reply.code(202).send({ ...JSON.parse(acceptance.answer), duplicate });
  },
);

export const readMessages = endpoint(
  { params: chatPath, querystring: place },
  async (request, _reply, { database, fileLinks }: ChatParts) => {
    const after = Math.min(request.query.after, lastPlace);
    const sign = signerFor(fileLinks, request);
    return { items: await readAfter(database, request.visitor, { after, limit: page, sign }) };
  },
);

/** Streams new messages to a visitor. */
export const streamMessages = endpoint(
  { params: chatPath, querystring: listening },
  async (request, reply, { feed, fileLinks }: ChatParts) => {
    const { visitor, query, headers } = request;
    if (feed.count(visitor) >= mostStreams) {
      throw new Problem(429, 'too_many_streams', `You listen in ${mostStreams} places already. Close one.`, {
        retryAfterSeconds: 30,
      });
    }
    const last = headers['last-event-id'];
    const after = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : query.after;
    feed.add(visitor, beginEvents(reply), Math.min(after, lastPlace), {
      sign: signerFor(fileLinks, request),
      typing: query.typing,
      presses: query.presses,
      revisions: query.revisions,
      seen: query.seen,
    });
  },
);

/** Takes the report that a visitor has seen a message, and all before it. */
export const readUpToHere = endpoint(
  { params: chatPath, body: z.object({ n: laxInt({ ge: 1 }) }) },
  async (request, reply, { database, limiter }: ChatParts) => {
    const { chat, visitor, body, id } = request;
    await limitPerMinute(limiter, `chat-read:${visitor.id}`, reportsPerMinute, 'too_many_messages');
    await readUpTo(database, visitor, chat, Math.min(body.n, lastPlace), id);
    return reply.code(204).send();
  },
);

export const callOperator = endpoint({ params: chatPath }, async (request, reply, parts: ChatParts) => {
  await limitChat(parts, limits.messages, request);
  await askForOperator(parts, request.visitor, request.chat, request.id);
  return reply.code(202).send({ status: 'queued' });
});

/** Answers a browser's CORS preflight request. */
export const allowPages = endpoint({ params: chatPath }, async (_request, reply) =>
  reply
    .code(204)
    .headers({ ...preflight, 'Access-Control-Max-Age': '600' })
    .send(),
);

/** Signs addresses of files for the browser of this request. */
function signerFor(links: FileLinks, request: FastifyRequest): SignFile {
  const origin = request.ownAddress();
  const { projectId } = request.chat;
  return (fileId) => links.make(origin, projectId, readId('file', fileId)!);
}

/** The text that a visitor says. @throws ValidationProblem without a text or a button that this visitor was shown */
async function wordsOf(
  database: Database,
  visitor: Visitor,
  {
    text: said,
    button,
    attachments,
  }: {
    text?: string | null;
    button?: z.output<typeof pressed> | null;
    attachments?: unknown[] | null;
  },
): Promise<Pick<Said, 'text' | 'data' | 'press'>> {
  if (button) {
    const { projectId, channelId: id, externalId } = visitor;
    const pressed = { messageId: button.message_id, index: button.index };
    const found = await findButton(database, { projectId, id, type: 'webchat' }, externalId, pressed);
    if (!found)
      throw new ValidationProblem([valueError(['body', 'button'], 'you were shown no such button', button)]);
    const { text, shown, press } = found;
    return { text, data: { button: shown }, press: press && { ...press, answer: {} } };
  }
  if (said || attachments?.length) return { text: said ?? '', data: {} };
  throw new ValidationProblem([
    { type: 'missing', loc: ['body', 'text'], msg: 'Field required', input: { text: said ?? null } },
  ]);
}

/** Asks for a person, in the order of the visitor's messages. A visitor who has said nothing becomes a customer by this. */
async function askForOperator(
  { database, tickets, queue, settings }: ChatParts,
  { projectId, channelId, externalId, name }: Visitor,
  chat: ChatChannel,
  requestId: string,
): Promise<void> {
  const actor = { type: 'channel', id: showId('channel', channelId), name: chat.name } as const;
  const woken = await database.transaction(async (tx) => {
    const { id } = await ensureIdentity(tx, { projectId, channelId, externalId, name }, actor, requestId);
    const task = dialogTurn.task({
      payload: {
        type: 'operator_wanted',
        ...(chat.callMinutes !== undefined && { minutes: chat.callMinutes }),
      },
      identityId: id,
      environment: null,
      target: null,
    });
    const lanes = await queue.add(tx, [{ projectId, task, requestId, deadlineMs: settings.retryDeadlineMs }]);
    await writeAudit(tx, {
      projectId,
      actor,
      action: 'dialog.operator_wanted',
      subject: { type: 'dialog', id: showId('identity', id) },
      requestId,
      identityId: id,
    });
    return lanes;
  });
  tickets.send(woken);
}
