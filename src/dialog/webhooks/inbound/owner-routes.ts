import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId, showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { hasChannel } from '../../channels/find.ts';
import { ownerActor } from '../../gate/session.ts';
import { laxInt, text } from '../../http/fields.ts';
import { ifNoneMatch, refuseToReplace } from '../../http/only-new.ts';
import { projectPath } from '../../http/path.ts';
import { secret, secretText, secretUnlessShown } from '../../http/secret-fields.ts';
import { listOf, mayBeLeftOut, namedBody, nothing, pageOf } from '../../http/shapes.ts';
import { knownSlugPath, slugPath } from '../../http/slug.ts';
import { isTemplate } from '../../template/liquid.ts';
import type { ArrivalLog } from './arrivals.ts';
import { dedupeField } from './dedupe.ts';
import { outcomesOf } from './outcomes.ts';
import {
  findReceiver,
  listReceivers as findReceivers,
  rotateReceiver as newSecretOf,
  type ReceiverRow,
  deleteReceiver as removeReceiver,
  saveReceiver,
} from './receivers.ts';
import { responseField } from './response.ts';
import { arrivalShape, receiverShape } from './shapes.ts';
import { identityIn, shownTarget, type Target, targetField } from './target.ts';
import { serviceVerification, verificationField, warningOf } from './verification.ts';

interface ReceiverParts {
  database: Database;
  vault: Vault;
  arrivals: ArrivalLog;
  /** The public address of this server; if absent, the address at which the owner reaches it. */
  publicUrl: string | undefined;
}

const page = 100;

/** Long enough that nobody guesses it; what else a sender asks of it is in `verification.ts`. */
const givenSecret = secretText({ min: 8, max: 1000 });

export const listReceivers = endpoint(
  {
    operationId: 'listReceivers',
    tags: ['Receivers'],
    summary: 'List receivers',
    params: projectPath,
    answers: { 200: listOf(receiverShape, 'By slug.') },
  },
  async (request, _reply, parts: ReceiverParts) => {
    const { database } = parts;
    const rows = await findReceivers(database, request.projectId);
    return { items: rows.map((row) => shown(parts, request, row)) };
  },
);

export const readReceiver = endpoint(
  {
    operationId: 'readReceiver',
    tags: ['Receivers'],
    summary: 'Read a receiver',
    params: knownSlugPath,
    answers: { 200: receiverShape.describe('The receiver.') },
    errors: ['receiver_not_found'],
  },
  async (request, _reply, parts: ReceiverParts) =>
    shown(parts, request, await findReceiver(parts.database, request.projectId, request.params.slug)),
);

export const putReceiver = endpoint(
  {
    operationId: 'putReceiver',
    tags: ['Receivers'],
    summary: 'Make or change a receiver',
    description:
      'Without a secret one is made and shown once, unless the sender makes it. A secret that is given takes the place of the old one at once.',
    params: slugPath,
    headers: ifNoneMatch,
    body: namedBody(
      'WantedReceiver',
      z.object({
        name: text({ min: 1, max: 100 }),
        target: targetField.nullish(),
        verification: verificationField.nullish(),
        secret: secretUnlessShown(givenSecret),
        dedupe_id: dedupeField.nullish(),
        response: responseField.nullish(),
      }),
      {
        name: 'Forms',
        target: { workflow: 'lead', input: { email: '{{ body.email }}' } },
        verification: { type: 'github' },
      },
    ),
    answers: {
      200: receiverShape.describe('The receiver was changed.'),
      201: receiverShape.describe('The new receiver. A secret that was made here is shown this once.'),
    },
    errors: ['channel_not_found', 'already_exists'],
  },
  async (request, reply, parts: ReceiverParts) => {
    const { database, vault } = parts;
    const { name, target = null, verification, secret: given, dedupe_id, response } = request.body;
    const wanted = {
      ...{ projectId: request.projectId, slug: request.params.slug, name, target },
      verification: verification ?? serviceVerification,
      dedupeId: dedupe_id ?? null,
      response: response ?? null,
    };
    await refuseForeignChannel(database, request.projectId, target);
    const { row, made, isNew } = await database.transaction(async (tx) => {
      const saved = await saveReceiver(tx, vault, wanted, given ?? undefined, changeOf(request));
      refuseToReplace(request.headers, 'receiver', saved.isNew);
      return saved;
    });
    return reply.code(isNew ? 201 : 200).send(shown(parts, request, row, made));
  },
);

export const deleteReceiver = endpoint(
  {
    operationId: 'deleteReceiver',
    tags: ['Receivers'],
    summary: 'Delete a receiver',
    description: 'Its address is unknown from then on.',
    params: knownSlugPath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['receiver_not_found'],
  },
  async (request, reply, { database }: ReceiverParts) => {
    await database.transaction((tx) =>
      removeReceiver(tx, request.projectId, request.params.slug, changeOf(request)),
    );
    return reply.code(204).send();
  },
);

export const rotateReceiver = endpoint(
  {
    operationId: 'rotateReceiver',
    tags: ['Receivers'],
    summary: 'Give a receiver a new secret',
    description: 'The previous secret stays valid for a day. If the sender makes the secret, send it.',
    params: knownSlugPath,
    body: mayBeLeftOut(
      namedBody('NewReceiverSecret', z.object({ secret: secret(givenSecret.nullish()) }), {
        secret: 'whsec_made-by-the-sender',
      }),
    ),
    answers: {
      200: receiverShape.describe('The receiver. A secret that was made here is shown this once.'),
    },
    errors: ['receiver_not_found', 'receiver_unverified'],
  },
  async (request, _reply, parts: ReceiverParts) => {
    const { database, vault } = parts;
    const { projectId, params, body } = request;
    const wanted = { projectId, slug: params.slug, given: body?.secret ?? undefined };
    const { row, made } = await database.transaction((tx) =>
      newSecretOf(tx, vault, wanted, changeOf(request)),
    );
    return shown(parts, request, row, made);
  },
);

export const listArrivals = endpoint(
  {
    operationId: 'listArrivals',
    tags: ['Receivers'],
    summary: 'List calls to a receiver',
    params: knownSlugPath,
    querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
    answers: { 200: pageOf(arrivalShape, 'At most 100, newest first.') },
    errors: ['receiver_not_found'],
  },
  async (request, _reply, { database, arrivals }: ReceiverParts) => {
    const { offset } = request.query;
    const { id } = await findReceiver(database, request.projectId, request.params.slug);
    await arrivals.settle(); // shows an owner the call just made
    const rows = await arrivals.read(request.projectId, id, offset, page + 1);
    const accepted = rows.flatMap(({ status, event_id }) => (status === 'accepted' && event_id) || []);
    const outcomes = await outcomesOf(database, request.projectId, accepted);
    return {
      items: rows.slice(0, page).map((row) => ({
        ...row,
        at: row.at.toISOString(),
        outcome: (row.status === 'accepted' && outcomes.get(row.event_id ?? '')) || null,
      })),
      next_offset: rows.length > page ? offset + page : null,
    };
  },
);

const changeOf = (request: FastifyRequest) => ({ actor: ownerActor(request), requestId: request.id });

function shown(
  { publicUrl }: ReceiverParts,
  request: FastifyRequest,
  row: ReceiverRow,
  made?: string,
): z.output<typeof receiverShape> {
  return present(row, publicUrl ?? request.ownAddress(), made);
}

function present(row: ReceiverRow, baseUrl: string, made?: string) {
  const { type } = row.verification;
  const id = showId('receiver', row.id);
  return {
    id,
    slug: row.slug,
    name: row.name,
    target: shownTarget(row.target),
    url: `${baseUrl}/api/webhooks/${id}`,
    secret: made ?? (type === 'none' ? 'not set' : 'set'),
    verification: row.verification,
    warning: warningOf(row.verification),
    dedupe_id: row.dedupeId,
    response: row.response,
    template_rules: row.templateRules,
    previous_secret_until: row.previousUntil?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/**
 * Checks a channel that a target names: with a channel of another project, calls would be accepted but never find a customer. An
 * id from a template is checked only when a call comes.
 * @throws Problem 404 `channel_not_found`
 */
async function refuseForeignChannel(
  database: Database,
  projectId: string,
  target: Target | null,
): Promise<void> {
  const identity = identityIn(target);
  const channel = typeof identity === 'object' ? identity.channel_id : undefined;
  if (channel === undefined || isTemplate(channel)) return;
  const id = readId('channel', channel);
  if (id && (await hasChannel(database, projectId, id))) return;
  throw new Problem(
    404,
    'channel_not_found',
    'This project has no channel with the channel_id of the target.',
  );
}
