import { ECDH } from 'node:crypto';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { endpoint } from '../../platform/routes.ts';
import { deviceOf } from '../gate/device.ts';
import { limitPerMinute } from '../gate/per-minute.ts';
import { text } from '../http/fields.ts';
import { listOf, moment, named, namedBody, nothing } from '../http/shapes.ts';
import { fromElsewhere } from '../http/unknown-fields.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { readWebAddress } from '../http/web-address.ts';
import { addBrowser, browsersOf, mostBrowsers, type PushBrowser, removeBrowser } from '../push/browsers.ts';
import type { PushAnswer } from '../push/call.ts';
import { publicPushKey } from '../push/keys.ts';
import { tryBrowsers } from '../push/trial.ts';

/** In which browsers a person is told, in all their projects. What they are told is a setting of each project. */

interface BrowserParts {
  database: Database;
  http: { isPermitted(url: string): boolean };
}

/** Trials of one person. Each calls the push services of all their browsers. */
const trialsPerMinute = 5;

const longestUserAgent = 400;

const browserExample = {
  id: 'brw_01m7w90pqhf5rv2cbgk4dw6m3s',
  device: 'Firefox on Linux',
  created_at: '2026-11-20T10:51:43.271Z',
};

const browserShape = named(
  'NotifiedBrowser',
  z.object({
    id: z.string().describe('`brw_…`'),
    device: z.string().describe('In words, from its `User-Agent`.'),
    created_at: moment,
  }),
  browserExample,
);

const pushShape = named(
  'NotifiedBrowsers',
  z.object({
    public_key: z
      .string()
      .describe(
        'The `applicationServerKey` with which a browser subscribes (RFC 8292). A browser that is subscribed with another one has to subscribe anew.',
      ),
    items: z.array(browserShape).describe('The newest first.'),
  }),
  {
    public_key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
    items: [browserExample],
  },
);

const isPoint = (key: string): boolean => {
  try {
    const bytes = Buffer.from(key, 'base64url');
    ECDH.convertKey(bytes, 'prime256v1');
    return bytes.length === 65;
  } catch {
    return false;
  }
};

const newBrowser = namedBody(
  'NewNotifiedBrowser',
  z.object({
    endpoint: text({ min: 1, max: 1000 }).describe('Its address at the push service of its maker.'),
    expirationTime: z.unknown().optional().describe('Not read: the push service says when it has expired.'),
    keys: fromElsewhere(
      z.object({
        p256dh: text({ max: 100 }).refine(isPoint, { error: 'must be a point of P-256 in base64url' }),
        auth: text({ max: 40, pattern: '^[A-Za-z0-9_-]{22}={0,2}$' }),
      }),
    ),
  }),
  {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
);

export const readNotifiedBrowsers = endpoint(
  {
    operationId: 'readNotifiedBrowsers',
    tags: ['Session'],
    summary: 'List the browsers in which you are told',
    answers: { 200: pushShape.describe('Your browsers, and the key with which another one subscribes.') },
  },
  async ({ owner }, _reply, { database }: BrowserParts) => {
    const [key, rows] = await Promise.all([publicPushKey(database), browsersOf(database, owner.id)]);
    return { public_key: key, items: rows.map(present) };
  },
);

export const addNotifiedBrowser = endpoint(
  {
    operationId: 'addNotifiedBrowser',
    tags: ['Session'],
    summary: 'Be told in a browser',
    description:
      `Takes what \`PushSubscription.toJSON()\` gives. The same browser again changes nothing, and one in which somebody else was told is yours from then on. You have up to ${mostBrowsers}; the oldest one goes. ` +
      'What you are told there says `PUT …/notifications` of each project. It ends with all your sessions, and a browser that is still in use has to be named again then.',
    body: newBrowser,
    answers: { 201: browserShape.describe('The browser.') },
  },
  async (request, reply, { database, http }: BrowserParts) => {
    const { endpoint: address, keys } = request.body;
    refuseAddress(address, http);
    const userAgent = request.headers['user-agent']?.slice(0, longestUserAgent) ?? null;
    const given = { personId: request.owner.id, endpoint: address, ...keys, userAgent };
    const added = await database.transaction((tx) => addBrowser(tx, given));
    return reply.code(201).send(present(added));
  },
);

/** @throws ValidationProblem unless it is an https:// address; http:// is for hosts that the operator has named */
function refuseAddress(address: string, { isPermitted }: BrowserParts['http']): void {
  const url = readWebAddress(address);
  const isFine =
    url && url.username + url.password === '' && (url.protocol === 'https:' || isPermitted(address));
  if (isFine) return;
  throw new ValidationProblem([
    valueError(['body', 'endpoint'], 'endpoint must be an https:// address of a push service', address),
  ]);
}

export const removeNotifiedBrowser = endpoint(
  {
    operationId: 'removeNotifiedBrowser',
    tags: ['Session'],
    summary: 'Be told no more in a browser',
    params: z.object({ browser_id: z.string().describe('`brw_…`') }),
    answers: { 204: nothing('What waited to be shown there is deleted, too.') },
    errors: ['browser_not_found'],
  },
  async (request, reply, { database }: BrowserParts) => {
    const id = readId('pushBrowser', request.params.browser_id);
    if (!id || !(await removeBrowser(database, { personId: request.owner.id, id }))) {
      throw new Problem(
        404,
        'browser_not_found',
        'You are told in no such browser. GET /api/owner/push lists those in which you are.',
      );
    }
    return reply.code(204).send();
  },
);

const trialOutcomes = ['taken', 'ended', 'failed'] as const;

const trialShape = named(
  'BrowserTrial',
  browserShape.extend({
    outcome: z
      .enum(trialOutcomes)
      .describe(
        '`taken`: its push service has it, and shows it if the browser runs. `ended`: the subscription has ended, and the browser is forgotten. `failed`: the push service did not take it, or could not be reached.',
      ),
    status: z.int().nullable().describe('The HTTP status of the push service; null if it did not answer.'),
  }),
  { ...browserExample, outcome: 'taken', status: 201 },
);

const outcomeOf = ({ is }: PushAnswer): (typeof trialOutcomes)[number] =>
  is === 'done' ? 'taken' : is === 'ended' ? 'ended' : 'failed';

export const tryNotifiedBrowsers = endpoint(
  {
    operationId: 'tryNotifiedBrowsers',
    tags: ['Session'],
    summary: 'Try your notifications',
    description:
      'Sends a trial notification to all your browsers through their push services, as real ones go, and says what each of these answered. ' +
      `It is sent at once, and not again; up to ${trialsPerMinute} times a minute.`,
    answers: { 200: listOf(trialShape, 'What became of it in each of your browsers, the newest first.') },
    errors: ['too_many_trials'],
  },
  async ({ owner }, reply, parts: Parameters<typeof tryBrowsers>[0] & { limiter: RateLimiter }) => {
    await limitPerMinute(parts.limiter, `push-trial:${owner.id}`, trialsPerMinute, 'too_many_trials');
    const trials = await tryBrowsers(parts, owner.id, clientGone(reply));
    const items = trials.map(({ browser, answer }) => ({
      ...present(browser),
      ...{ outcome: outcomeOf(answer), status: answer.status },
    }));
    return { items };
  },
);

const present = ({ id, userAgent, createdAt }: PushBrowser): z.output<typeof browserShape> => ({
  id: showId('pushBrowser', id),
  device: deviceOf(userAgent ?? undefined),
  created_at: createdAt.toISOString(),
});
