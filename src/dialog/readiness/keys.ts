import { sql } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import { as } from '../../platform/sql-expressions.ts';
import { type SqlType, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Scope } from '../rights/scopes.ts';
import { keyInForce, projectKeys } from '../schema.ts';
import { count, ok, type ReadinessCheck, warning } from './check.ts';

const subject = { id: 'keys', title: 'Project keys' };

/** Days after which a key or a scope without use is reported. */
const unusedForDays = 30;

/** A run of a payment operation needs both scopes, but only the first is recorded as used. */
const goesWith: Partial<Record<Scope, Scope>> = { 'payments:write': 'integrations:run' };

/** The database stores only known scopes. */
const scopeList: SqlType<Scope[]> = { name: 'text[]', encode: (scopes) => scopes };
const k = projectKeys;

const findKeys = statement({
  name: 'readiness-keys',
  prepared: false,
  params: { projectId: k.projectId, days: types.int },
  columns: (p) => ({
    id: k.id,
    name: k.name,
    scopes: as(scopeList, k.scopes),
    isOld: as(types.boolean, sql`${k.createdAt} < now() - make_interval(days => ${p.days})`),
    used: as(
      scopeList,
      sql`ARRAY(
        SELECT key FROM jsonb_each_text(${k.scopeUses})
        WHERE value::date > (now() AT TIME ZONE 'UTC')::date - ${p.days})`,
    ),
  }),
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${k}
    WHERE ${k.projectId} = ${p.projectId} AND ${k.methods} IS NULL AND ${keyInForce(k)} ORDER BY ${k.id}`,
});

/** Days before its end at which a key is reported. */
const endsWithinDays = 14;

const ending = {
  id: k.id,
  name: k.name,
  isMethodKey: as(types.boolean, sql`${k.methods} IS NOT NULL`),
  expiresAt: k.expiresAt,
  replacedBy: k.replacedBy,
  lastUsedAt: k.lastUsedAt,
  lastUsedAddress: k.lastUsedAddress,
};

const findEnding = statement({
  name: 'readiness-keys-ending',
  prepared: false,
  params: { projectId: k.projectId, days: types.int },
  columns: ending,
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${k}
    WHERE ${k.projectId} = ${p.projectId} AND ${keyInForce(k)}
      AND ${k.expiresAt} < now() + make_interval(days => ${p.days})
    ORDER BY ${k.expiresAt}, ${k.id}`,
});

const dayMs = 86_400_000;

/** Whether keys that clients use are about to end. */
export const keysEnding: ReadinessCheck = async ({ database, projectId, requestLog }) => {
  await requestLog.flush();
  const keys = await findEnding.all(database, { projectId, days: endsWithinDays });
  return keys.flatMap(({ id, name, isMethodKey, expiresAt, replacedBy, lastUsedAt, lastUsedAddress }) => {
    const kind = isMethodKey ? 'methodKey' : 'key';
    const about = { id: `key_end:${showId(kind, id)}`, title: `The end of key ${name}`, name };
    const ends = { ends_at: expiresAt!.toISOString() };
    const end = `It ends at ${expiresAt!.toISOString()}`;
    if (!replacedBy) {
      return [warning(about, `${end}.`, 'Rotate it, and give the new key to its clients.', 'key_ends', ends)];
    }
    // Whoever had it has changed over.
    if (!lastUsedAt || lastUsedAt.getTime() < Date.now() - dayMs) return [];
    const use = `was used at ${lastUsedAt.toISOString()} from ${lastUsedAddress ?? 'an unknown address'}`;
    return [
      warning(
        about,
        `${end}, was replaced by ${showId(kind, replacedBy)}, and ${use}.`,
        'See that this client uses the new key before the old one ends.',
        'key_replaced_in_use',
        {
          ...ends,
          key: showId(kind, replacedBy),
          used_at: lastUsedAt.toISOString(),
          address: lastUsedAddress ?? '',
        },
      ),
    ];
  });
};

/** Whether the project has keys, and whether they have scopes that they do not use. */
export const keysInUse: ReadinessCheck = async ({ database, projectId, requestLog }) => {
  await requestLog.flush(); // counts a use just now
  const keys = await findKeys.all(database, { projectId, days: unusedForDays });
  if (keys.length === 0) {
    const detail = 'There is no key in force, so no backend can call the project API.';
    return [
      warning(subject, detail, 'Make a key for each backend, with the scopes that it needs.', 'no_key'),
    ];
  }
  const idle = keys
    .filter(({ isOld }) => isOld)
    .map(({ scopes, used, ...key }) => ({
      ...key,
      isUnused: used.length === 0,
      unused: scopes.filter((scope) => !used.includes(scope) && !used.includes(goesWith[scope] ?? scope)),
    }))
    .filter(({ unused }) => unused.length > 0);
  return [
    ok(subject, `${count(keys.length, 'key')} in force.`, 'keys_in_force', { count: keys.length }),
    ...idle.map(({ id, name, isUnused, unused }) => {
      const about = { id: `key:${showId('key', id)}`, title: `Key ${name}`, name };
      return isUnused
        ? warning(
            about,
            `It was not used in ${unusedForDays} days.`,
            'Revoke it if nobody needs it any more.',
            'key_unused',
            { days: unusedForDays },
          )
        : warning(
            about,
            `In ${unusedForDays} days it made no use of ${unused.join(', ')}.`,
            'Make a key with fewer scopes, and revoke this one.',
            'key_scopes_unused',
            { days: unusedForDays, scopes: unused.join(', ') },
          );
    }),
  ];
};
