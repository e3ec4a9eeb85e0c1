import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { oneOf, orNull } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Actor } from '../audit/entry.ts';
import { channelTypes } from '../content/content.ts';
import { type ByField, profilesByField } from '../profiles/by-field.ts';
import { makeIdentities } from '../profiles/identities.ts';
import { type FoundIdentity, findIdentities, type NamedIdentity } from '../profiles/named-identities.ts';
import type { Fault } from '../scenario/position.ts';
import { channels, type Environment, identities } from '../schema.ts';
import type { Outbox } from '../tasks/outbox.ts';
import { dialogs } from './schema.ts';

/** Who is meant where a call, a trigger or a step names a customer: found, or made if that was asked for. */

/** A customer as somebody names them. */
export interface Meant {
  projectId: string;
  identity: NamedIdentity;
  /** Where the account has to be if only a field of the profile names it; null for anywhere. */
  environment: Environment | null;
  /** Who makes the customer, if there is none yet. */
  actor: Actor;
  requestId: string | null;
}

/** The customer, or why nobody can be told. */
export type Whom = { found: FoundIdentity } | { fault: Fault };

type ByFieldOf = Extract<NamedIdentity, { field: string }>;

/**
 * Finds out who is meant. Two transactions that make the same customer make one.
 * @param outbox is told of those that were made
 * @returns each in the same order
 */
export async function findWhom(tx: Transaction, outbox: Outbox, meant: readonly Meant[]): Promise<Whom[]> {
  const whom = new Map<Meant, Whom>();
  const exact = meant.flatMap((one) =>
    'field' in one.identity ? [] : [{ ...one, one, identity: one.identity }],
  );
  const take = async (wanted: typeof exact) => {
    const found = await findIdentities(tx, wanted);
    for (const [n, { one }] of wanted.entries()) if (found[n]) whom.set(one, { found: found[n] });
  };
  await take(exact);
  const missing = exact.flatMap(({ identity, ...rest }) =>
    'create' in identity && identity.create && !whom.has(rest.one)
      ? [
          {
            ...rest,
            identity,
            ...identity,
            name: identity.create.name,
            isTrial: rest.environment === 'sandbox',
          },
        ]
      : [],
  );
  outbox.note(...(await makeIdentities(tx, missing)));
  await take(missing);
  for (const { one } of exact)
    if (!whom.has(one))
      whom.set(one, { fault: missing.some((made) => made.one === one) ? noChannel : nobody });
  const asked = meant.flatMap((one) => ('field' in one.identity ? [{ ...one, ...one.identity, one }] : []));
  const known = await profilesByField(tx, asked);
  const alone = asked.flatMap((one, n) => {
    const [profileId, other] = known[n]!.profileIds;
    return profileId === undefined || other !== undefined ? [] : [{ ...one, profileId }];
  });
  const accounts = await accountsIn(tx, alone);
  for (const [n, { one, field, channelId }] of asked.entries()) {
    const at = alone.findIndex((each) => each.one === one);
    const found = accounts[at];
    whom.set(one, found ? { found } : { fault: faultOf(known[n]!, { field, channelId }) });
  }
  return meant.map((one) => whom.get(one)!);
}

const nobody: Fault = {
  code: 'identity_not_found',
  message: 'The project has no identity that is named here, or its channel was deleted.',
};
const noChannel: Fault = {
  code: 'channel_not_found',
  message:
    'The project has no channel with this channel_id, or it is a live one and the flow runs in the sandbox, so the customer could not be made.',
};

function faultOf(
  { isListed, profileIds }: ByField,
  { field, channelId }: Pick<ByFieldOf, 'field' | 'channelId'>,
): Fault {
  const [one, other] = profileIds;
  if (!isListed) {
    const message = `Customers are not found by "${field}": name it in the settings of the project, in "phone_keys", "mail_keys" or "filter_keys" of "customers".`;
    return { code: 'field_not_listed', message };
  }
  if (other !== undefined)
    return { code: 'identity_ambiguous', message: `Several customers have this value as "${field}".` };
  const message =
    one === undefined
      ? `No customer has this value as "${field}".`
      : `The customer with this value as "${field}" has no account ${channelId ? 'in this channel' : 'in this environment'}.`;
  return { code: 'identity_not_found', message };
}

const i = alias(identities, 'i');
const c = alias(channels, 'c');
const d = alias(dialogs, 'd');
const wanted = rowsOf('w', {
  projectId: i.projectId,
  profileId: i.profileId,
  channelId: orNull(i.channelId),
  environment: orNull(c.environment),
});
const { at: w } = wanted;

const findAccounts = statement({
  name: 'accounts-of-profiles',
  params: { wanted },
  columns: {
    n: wanted.n,
    id: i.id,
    environment: c.environment,
    channelType: as(oneOf(...channelTypes), sql`${c.type}`),
  },
  query: (given, columns) => sql`
    SELECT DISTINCT ON (${wanted.n}) ${columns} FROM ${given.wanted}
    JOIN ${identities} AS ${i} ON ${i.projectId} = ${w.projectId} AND ${i.profileId} = ${w.profileId}
      AND (${w.channelId} IS NULL OR ${i.channelId} = ${w.channelId})
    JOIN ${channels} AS ${c}
      ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL
      AND (${w.channelId} IS NOT NULL OR ${w.environment} IS NULL OR ${c.environment} = ${w.environment})
    LEFT JOIN ${dialogs} AS ${d} ON ${d.projectId} = ${i.projectId} AND ${d.identityId} = ${i.id}
    ORDER BY ${wanted.n}, ${d.updatedAt} DESC NULLS LAST, ${i.id} DESC`,
});

/** The account of each profile whose dialog moved last, in the channel or environment that is asked for. */
async function accountsIn(
  tx: Transaction,
  given: readonly {
    projectId: string;
    profileId: string;
    channelId?: string;
    environment: Environment | null;
  }[],
): Promise<(FoundIdentity | undefined)[]> {
  const found: (FoundIdentity | undefined)[] = given.map(() => undefined);
  if (given.length === 0) return found;
  const rows = await findAccounts.all(tx, {
    wanted: given.map(({ channelId = null, ...one }) => ({ ...one, channelId })),
  });
  for (const { n, ...identity } of rows) found[n - 1] = identity;
  return found;
}
