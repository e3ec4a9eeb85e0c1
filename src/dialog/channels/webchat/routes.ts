import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, readId, showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import type { Tickets } from '../../../platform/tickets.ts';
import { writeAudit } from '../../audit/entry.ts';
import { hear } from '../../dialogs/hear.ts';
import { laneOf } from '../../dialogs/lane.ts';
import { answerAcceptance } from '../../gate/idempotency.ts';
import { laxInt, text } from '../../http/fields.ts';
import { ValidationProblem, valueError } from '../../http/validation.ts';
import { ensureIdentity } from '../../profiles/identities.ts';
import type { Json, JsonObject } from '../../scenario/template.ts';
import type { Acceptor } from '../../tasks/accept.ts';
import { insertTasks } from '../../tasks/insert.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import type { Feed } from './feed.ts';
import { limitPerMinute } from './gate.ts';
import { findButton, readAfter, readHistory, record } from './transcript.ts';
import { beginVisit, resumeVisit, type Visitor } from './visitors.ts';

const sessionsPerMinute = 30;
const messagesPerMinute = 20;
const historyLength = 50;
const page = 100;
const mostStreams = 10;
/** The largest place a transcript can have; what a client asks beyond comes to the same. */
const lastPlace = 2 ** 31 - 1;

const pressed = z.object({ message_id: text({ max: 100 }), index: laxInt({ ge: 0 }) });

export interface ChatRoutesOptions {
  database: Database;
  limiter: RateLimiter;
  acceptor: Acceptor;
  tickets: Tickets<LaneTicket>;
  shard: number;
  retryDeadlineMs: number;
  feed: Feed;
}

/** What visitors do: begin or resume a session, say something, press a button, read, listen, ask for a person. */
export function chatRoutes(plain: FastifyInstance, options: ChatRoutesOptions): void {
  const { database, limiter, feed } = options;
  const app = plain.withTypeProvider<ZodTypeProvider>();
  for (const path of ['sessions', 'messages', 'events', 'operator']) allowPreflight(plain, path);

  app.post(
    '/:channel_id/sessions',
    {
      config: { openToAll: true },
      schema: {
        body: z.object({
          name: text({ min: 1, max: 100 }).nullish(),
          visitor: text({ max: 200 }).nullish(),
        }),
      },
    },
    async (request, reply) => {
      const { chat } = request;
      const { name = null, visitor: token } = request.body;
      const resumed = token ? await resumeVisit(database, chat, token, name) : undefined;
      if (!resumed) {
        await limitPerMinute(limiter, `chat-session:${request.ip}`, sessionsPerMinute, 'too_many_sessions');
      }
      const visit = resumed ? { visitor: resumed, token } : await beginVisit(database, chat, name);
      const { held, history } = await readHistory(database, visit.visitor, historyLength);
      return reply.code(201).send({
        visitor_id: visit.visitor.externalId,
        token: visit.token,
        title: chat.title ?? 'Chat',
        held,
        history,
      });
    },
  );

  app.post(
    '/:channel_id/messages',
    {
      schema: {
        body: z.object({
          text: text({ min: 1, max: 3000 }).nullish(),
          message_id: text({ min: 1, max: 100 }).nullish(),
          button: pressed.nullish(),
        }),
      },
    },
    async (request, reply) => {
      const { chat, visitor, body } = request;
      await limitVisitor(limiter, visitor);
      const words = await wordsOf(database, visitor, body);
      const { acceptance, identityId } = await hear(
        options,
        chat,
        {
          ...words,
          key: `${visitor.externalId}/${body.message_id ?? newId()}`,
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

  app.get(
    '/:channel_id/messages',
    { schema: { querystring: z.object({ after: laxInt({ ge: 0, default: 0 }) }) } },
    async (request) => {
      const after = Math.min(request.query.after, lastPlace);
      return { items: await readAfter(database, request.visitor, after, page) };
    },
  );

  app.get(
    '/:channel_id/events',
    { schema: { querystring: z.object({ after: laxInt({ ge: 0, default: 0 }) }) } },
    async (request, reply) => {
      const { visitor, query, headers } = request;
      if (feed.count(visitor) >= mostStreams) {
        throw new Problem(
          429,
          'too_many_streams',
          `You listen in ${mostStreams} places already. Close one.`,
          {
            headers: { 'Retry-After': '30' },
          },
        );
      }
      const last = headers['last-event-id'];
      const after = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : query.after;
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no', // nginx would collect events before it hands them on
      });
      feed.add(visitor, reply.raw, Math.min(after, lastPlace));
    },
  );

  app.post('/:channel_id/operator', async (request, reply) => {
    await limitVisitor(limiter, request.visitor);
    await askForOperator(options, request.visitor, request.chat.name, request.id);
    return reply.code(202).send({ status: 'queued' });
  });
}

const limitVisitor = (limiter: RateLimiter, visitor: Visitor) =>
  limitPerMinute(limiter, `chat-visitor:${visitor.id}`, messagesPerMinute, 'too_many_messages');

/** What a browser asks before it lets a page of another origin speak. */
function allowPreflight(app: FastifyInstance, path: string): void {
  app.options(`/:channel_id/${path}`, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'Access-Control-Allow-Methods': 'GET, POST',
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID',
        'Access-Control-Max-Age': '600',
      })
      .send(),
  );
}

/** @throws ValidationProblem when there is neither a text nor a button that this visitor was shown. */
async function wordsOf(
  database: Database,
  visitor: Visitor,
  { text: said, button }: { text?: string | null; button?: z.output<typeof pressed> | null },
): Promise<{ text: string; data: JsonObject }> {
  if (button) {
    const shown = await findButton(database, visitor, readId('message', button.message_id), button.index);
    if (!shown)
      throw new ValidationProblem([valueError(['body', 'button'], 'you were shown no such button', button)]);
    const { text, id, payload } = shown;
    return {
      text,
      data: {
        button: {
          text,
          message_id: button.message_id,
          ...(id === undefined ? {} : { id }),
          ...(payload === undefined ? {} : { payload: payload as Json }),
        },
      },
    };
  }
  if (said) return { text: said, data: {} };
  throw new ValidationProblem([
    { type: 'missing', loc: ['body', 'text'], msg: 'Field required', input: { text: said ?? null } },
  ]);
}

/** Asks for a person, in the order of the visitor's messages. One who has said nothing yet becomes a customer by it. */
async function askForOperator(
  { database, tickets, shard, retryDeadlineMs }: ChatRoutesOptions,
  { projectId, channelId, externalId, name }: Visitor,
  channelName: string,
  requestId: string,
): Promise<void> {
  const actor = { type: 'channel', id: showId('channel', channelId), name: channelName } as const;
  const woken = await database.transaction(async (tx) => {
    const { id } = await ensureIdentity(tx, { projectId, channelId, externalId, name }, actor, requestId);
    const lanes = await insertTasks(tx, shard, [
      {
        projectId,
        kind: 'dialog',
        lane: laneOf(id),
        environment: null,
        identityId: id,
        target: null,
        requestId,
        payload: { type: 'operator_wanted' },
        deadlineMs: retryDeadlineMs,
      },
    ]);
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
