import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { laxBool } from '../http/fields.ts';
import { listOf, moment, named, nothing } from '../http/shapes.ts';
import { deviceOf } from './device.ts';
import { endSession, endSessions, idleHours, type SessionRow, sessionsOf } from './sessions.ts';

/** Where an owner is logged in, and how they end that. */

const openSessionShape = named(
  'OpenSession',
  z.object({
    id: z.string().describe('`ses_…`'),
    current: z.boolean().describe('Whether this request came with it.'),
    device: z.string().describe('In words, from the `User-Agent` of the login.'),
    address: z.string().nullable().describe('From where the owner logged in.'),
    new_device: z
      .boolean()
      .describe('Whether the owner had logged in before, but not from such a device in this network.'),
    created_at: moment,
    last_seen_at: moment.describe('When it was used last, to the minute.'),
    expires_at: moment.describe(`When it ends; earlier if it is not used for ${idleHours} hours.`),
  }),
  {
    id: 'ses_01m7w90pqhf5rv2cbgk4dw6m3s',
    current: true,
    device: 'Firefox on Linux',
    address: '203.0.113.7',
    new_device: false,
    created_at: '2026-11-20T10:51:43.271Z',
    last_seen_at: '2026-11-20T11:04:09.118Z',
    expires_at: '2026-11-20T22:51:43.271Z',
  },
);

interface SessionsParts {
  database: Database;
}

export const listSessions = endpoint(
  {
    operationId: 'listSessions',
    tags: ['Session'],
    summary: 'List your sessions',
    answers: { 200: listOf(openSessionShape, 'The one that was used last first.') },
  },
  async ({ owner }, _reply, { database }: SessionsParts) => {
    const rows = await sessionsOf(database, owner.id);
    return { items: rows.map((row) => present(row, owner.sessionId)) };
  },
);

export const endOneSession = endpoint(
  {
    operationId: 'endSession',
    tags: ['Session'],
    summary: 'End a session',
    description: 'At once and in every process.',
    params: z.object({ session_id: z.string().describe('`ses_…`') }),
    answers: { 204: nothing('It has ended.') },
    errors: ['session_not_found'],
  },
  async (request, reply, { database }: SessionsParts) => {
    const id = readId('session', request.params.session_id);
    const end = { person: request.owner, request, why: 'ended' } as const;
    if (!id || !(await database.transaction((tx) => endSession(tx, id, end)))) {
      throw new Problem(
        404,
        'session_not_found',
        'You have no such session. GET /api/owner/sessions lists them.',
      );
    }
    return reply.code(204).send();
  },
);

export const endAllSessions = endpoint(
  {
    operationId: 'endSessions',
    tags: ['Session'],
    summary: 'End all your sessions',
    description: 'At once and in every process.',
    querystring: z.object({ others: laxBool({ default: false }).describe('Keep the one of this request.') }),
    answers: { 204: nothing('They have ended.') },
  },
  async (request, reply, { database }: SessionsParts) => {
    const { owner, query } = request;
    await database.transaction((tx) =>
      endSessions(tx, { person: owner, request, why: 'ended' }, query.others ? owner.sessionId : undefined),
    );
    return reply.code(204).send();
  },
);

function present(row: SessionRow, current: string): z.output<typeof openSessionShape> {
  return {
    id: showId('session', row.id),
    current: row.id === current,
    device: deviceOf(row.userAgent ?? undefined),
    address: row.address,
    new_device: row.isNewDevice,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}
