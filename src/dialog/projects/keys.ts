import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import { notify } from '../../platform/notices.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { newSecret, sha256 } from '../../platform/secrets.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { expiryField, limitFields, limitsIn } from '../gate/key-limits.ts';
import {
  changeKey,
  type KeyKind,
  type KeyLimits,
  type KeyRow,
  lockKey,
  markReplaced,
  markRevoked,
  markRevokedBy,
  storeKey,
} from '../gate/keys.ts';
import { revocations } from '../gate/revocations.ts';
import { ownerActor } from '../gate/session.ts';
import { laxInt, text } from '../http/fields.ts';
import { mayBeLeftOut, namedBody } from '../http/shapes.ts';
import type { Scope } from '../rights/scopes.ts';
import { requireMayGive } from '../rights/sight.ts';

/*
 * Keys of both kinds, for the project API and for published methods: how they are made, changed, replaced and revoked.
 */

/** A change of a key, of either kind. What is left out stays as it is. */
export const keyChange = namedBody(
  'KeyChange',
  z.object({ name: text({ min: 1, max: 100 }).nullish(), ...limitFields }),
  { allowed_addresses: ['203.0.113.0/24'] },
);

const usualOverlapHours = 24;
const longestOverlapHours = 720;

/** How a key of either kind is replaced. */
export const keyRotation = mayBeLeftOut(
  namedBody(
    'KeyRotation',
    z.object({
      overlap_hours: laxInt({ ge: 0, le: longestOverlapHours, default: usualOverlapHours }).describe(
        'How long the present key stays valid beside the new one. 0: it ends at once.',
      ),
      expires_at: expiryField,
    }),
    { overlap_hours: 24 },
  ),
);

/** A new key: of the project API, with scopes; or for published methods, with their slugs. */
export interface NewKey {
  projectId: string;
  name: string;
  scopes: Scope[];
  methods?: string[];
  limits?: Partial<KeyLimits>;
}

/** Makes a key. @returns the stored key and its text, which cannot be read again */
export async function createKey(
  tx: Transaction,
  { projectId, name, scopes: chosen, methods, limits = {} }: NewKey,
  actor: Actor,
  requestId: string | null,
): Promise<{ row: KeyRow; key: string }> {
  const kind = methods ? 'methodKey' : 'key';
  const key = newSecret(methods ? 'ep_' : 'pk_');
  const id = newId();
  const allowed = { scopes: [...new Set(chosen)], methods: methods ? [...new Set(methods)] : null };
  const row = await storeKey(tx, {
    ...{ projectId, name, ...allowed, ...limits, id },
    madeBy: (actor.type === 'owner' && actor.id !== null && readId('owner', actor.id)) || null,
    hash: sha256(key),
    hint: key.slice(-4),
  });
  await writeAudit(tx, {
    projectId,
    actor,
    action: `${nouns[kind]}.created`,
    subject: { type: nouns[kind], id: showId(kind, id) },
    requestId,
    data: { name, ...(methods ? { methods: row.methods } : { scopes: row.scopes }), ...limitsOf(row) },
  });
  return { row, key };
}

/** What the audit log calls each kind of key. */
const nouns = { key: 'key', methodKey: 'method_key' } as const;

/**
 * Revokes a key, in every process as soon as the transaction commits.
 * @returns its internal id
 * @throws Problem 404 `key_not_found` if the project has no key of this kind in force under that id
 */
export async function revokeKey(
  tx: Transaction,
  projectId: string,
  kind: KeyKind,
  publicId: string,
  actor: Actor,
  requestId: string | null,
): Promise<string> {
  const id = readId(kind, publicId);
  const row = id && (await markRevoked(tx, projectId, kind, id));
  if (!row) throw keyNotFound();
  await tellRevoked(tx, [row], actor, requestId);
  return row.id;
}

/**
 * Revokes all keys of a project, of both kinds, that somebody made, in every process as soon as the transaction commits.
 * @returns their internal ids
 */
export async function revokeKeysBy(
  tx: Transaction,
  { projectId, personId }: { projectId: string; personId: string },
  actor: Actor,
  requestId: string | null,
): Promise<string[]> {
  const rows = await markRevokedBy(tx, projectId, personId);
  await tellRevoked(tx, rows, actor, requestId);
  return rows.map(({ id }) => id);
}

/** The kind of a stored key. */
export const kindOfKey = ({ methods }: KeyRow): KeyKind => (methods === null ? 'key' : 'methodKey');

async function tellRevoked(
  tx: Transaction,
  rows: readonly KeyRow[],
  actor: Actor,
  requestId: string | null,
): Promise<void> {
  const entries = rows.map((row) => {
    const kind = kindOfKey(row);
    const { projectId, name } = row;
    return {
      ...{ projectId, actor, requestId, data: { name } },
      action: `${nouns[kind]}.revoked`,
      subject: { type: nouns[kind], id: showId(kind, row.id) },
    };
  });
  await writeAudit(tx, ...entries);
  for (const { id } of rows) await notify(tx, revocations, id);
}

/** A request of an owner about one key. */
type AboutKey<Body> = Pick<FastifyRequest, 'projectId' | 'roles' | 'owner' | 'id'> & {
  params: { key_id: string };
  body: Body;
};

/**
 * Changes the name or the limits of a key, in every process as soon as the transaction commits.
 * @throws Problem 404 `key_not_found`, 403 `role_required` if the person may not make such a key
 */
export async function reviseKey(
  tx: Transaction,
  kind: KeyKind,
  { projectId, roles, owner, id: requestId, params, body }: AboutKey<z.output<typeof keyChange>>,
): Promise<KeyRow> {
  const id = readId(kind, params.key_id);
  const limits = limitsIn(body);
  const change = { ...(body.name != null && { name: body.name }), ...limits };
  const key = id && { projectId, kind, id };
  const former = key && (await lockKey(tx, key));
  if (!former) throw keyNotFound();
  requireMayGive(roles, former.scopes);
  const row = Object.keys(change).length > 0 ? (await changeKey(tx, key, change))! : former;
  await writeAudit(tx, {
    projectId,
    actor: ownerActor({ owner }),
    action: `${nouns[kind]}.updated`,
    subject: { type: nouns[kind], id: params.key_id },
    requestId,
    data: { name: row.name, ...limitsOf(row) },
  });
  await notify(tx, revocations, row.id);
  return row;
}

/**
 * Replaces a key by a new one with the same name, rights and addresses. If the present one expires, the new one lives as long as
 * that was to live, unless the request says otherwise.
 * @returns the new key with its text, and the internal id of the replaced one
 * @throws Problem 404 `key_not_found`, 409 `key_replaced`, 403 `role_required` if the person may not make such a key
 */
export async function replaceKey(
  tx: Transaction,
  kind: KeyKind,
  { projectId, roles, owner, id: requestId, params, body }: AboutKey<z.output<typeof keyRotation>>,
): Promise<{ row: KeyRow; key: string; replaced: string }> {
  const id = readId(kind, params.key_id);
  const former = id && (await lockKey(tx, { projectId, kind, id }));
  if (!former) throw keyNotFound();
  requireMayGive(roles, former.scopes);
  if (former.replacedBy) {
    const by = showId(kind, former.replacedBy);
    throw new Problem(409, 'key_replaced', `This key was replaced by ${by}. Rotate that one.`);
  }
  const { expiresAt = lifeOf(former) } = limitsIn({ expires_at: body?.expires_at });
  const actor = ownerActor({ owner });
  const { name, methods, allowedAddresses } = former;
  const made = await createKey(
    tx,
    {
      ...{ projectId, name, scopes: former.scopes as Scope[], ...(methods && { methods }) },
      limits: { allowedAddresses, expiresAt },
    },
    actor,
    requestId,
  );
  const overlapHours = body?.overlap_hours ?? usualOverlapHours;
  await markReplaced(tx, { projectId, kind, id: former.id }, { by: made.row.id, overlapHours });
  await writeAudit(tx, {
    projectId,
    actor,
    action: `${nouns[kind]}.rotated`,
    subject: { type: nouns[kind], id: params.key_id },
    requestId,
    data: { name, replaced_by: showId(kind, made.row.id), overlap_hours: overlapHours },
  });
  await notify(tx, revocations, former.id);
  return { ...made, replaced: former.id };
}

/** When a new key expires that lives as long as this one was to live. */
function lifeOf({ createdAt, expiresAt }: KeyRow): Date | null {
  return expiresAt && new Date(Date.now() + expiresAt.getTime() - createdAt.getTime());
}

/** The limits of a key for the audit log. */
function limitsOf({ expiresAt, allowedAddresses }: KeyRow): Record<string, unknown> {
  return {
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    ...(allowedAddresses && { allowed_addresses: allowedAddresses }),
  };
}

const keyNotFound = () => new Problem(404, 'key_not_found', 'This project has no such key in force.');
