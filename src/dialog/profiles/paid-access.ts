import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { jsonOf, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { identities, profiles } from '../schema.ts';
import { type AccessTerm, accessEnds, type Grant } from './access.ts';
import { paidOrders } from './paid-orders.ts';

/** Paid access in a profile: one entry for each order that gives some, oldest first. */
interface PaidAccess {
  product: string;
  /** RFC 3339; null for access without an end. */
  until: string | null;
  order_id: string;
}

const i = alias(identities, 'i');
const o = alias(paidOrders, 'o');

const findGrants = statement({
  name: 'paid-access-grants',
  prepared: false,
  params: { projectId: i.projectId, profileId: i.profileId },
  columns: {
    id: o.id,
    product: as(types.text, sql`${o.product}`),
    access: as(jsonOf<AccessTerm>(), sql`${o.access}`),
    grantedAt: as(types.instant, sql`${o.grantedAt}`),
  },
  query: ({ projectId, profileId }, columns) => sql`
    SELECT ${columns}
    FROM ${identities} AS ${i}
    JOIN ${paidOrders} AS ${o} ON ${o.projectId} = ${i.projectId} AND ${o.identityId} = ${i.id}
    WHERE ${i.projectId} = ${projectId} AND ${i.profileId} = ${profileId}
      AND ${o.grantedAt} IS NOT NULL AND ${o.refundedAt} IS NULL AND ${o.product} IS NOT NULL
    ORDER BY ${o.grantedAt}, ${o.id}`,
});

const keepPaid = statement({
  name: 'paid-access-keep',
  prepared: false,
  params: { projectId: profiles.projectId, profileId: profiles.id, paidAccess: profiles.paidAccess },
  query: ({ projectId, profileId, paidAccess }) =>
    build
      .update(profiles)
      .set({ paidAccess, updatedAt: sql`clock_timestamp()` })
      .where(and(eq(profiles.projectId, projectId), eq(profiles.id, profileId))),
});

const findProfile = statement({
  name: 'paid-access-profile',
  prepared: false,
  params: { projectId: i.projectId, identityId: i.id },
  columns: { profileId: i.profileId },
  query: ({ projectId, identityId }, columns) =>
    sql`SELECT ${columns} FROM ${identities} AS ${i} WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId}`,
});

const lockProfile = statement({
  name: 'paid-access-lock',
  prepared: false,
  params: { projectId: profiles.projectId, profileId: profiles.id },
  query: ({ projectId, profileId }) =>
    build
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.projectId, projectId), eq(profiles.id, profileId)))
      .for('update'),
});

/**
 * Computes the paid access of an identity's profile again, from all orders of all its identities. Call it in the transaction
 * that changed an order or moved the identity.
 *
 * It locks the profile before it reads the orders: a transaction that changes another order of the profile has either
 * committed before, and its change is read, or waits here and then reads this change.
 */
export async function refreshPaidAccess(
  tx: Transaction,
  projectId: string,
  identityId: string,
): Promise<void> {
  const profileId = await lockProfileOf(tx, projectId, identityId);
  if (!profileId) return;
  const rows = await findGrants.all(tx, { projectId, profileId });
  const byProduct = new Map<string, Grant[]>();
  for (const { id, product, access, grantedAt } of rows) {
    const grant = { orderId: showId('order', id), term: access, at: grantedAt };
    byProduct.set(product, [...(byProduct.get(product) ?? []), grant]);
  }
  const paid = [...byProduct].flatMap(([product, grants]) =>
    [...accessEnds(grants)].map(
      ([order_id, end]): PaidAccess => ({ product, until: end?.toISOString() ?? null, order_id }),
    ),
  );
  await keepPaid.run(tx, { projectId, profileId, paidAccess: paid });
}

/** Locks the profile of an identity. If it is merged away during the wait, the identity has another profile then. */
async function lockProfileOf(
  tx: Transaction,
  projectId: string,
  identityId: string,
): Promise<string | undefined> {
  const find = async () => (await findProfile.first(tx, { projectId, identityId }))?.profileId;
  for (let profileId = await find(); profileId; ) {
    const locked = await lockProfile.run(tx, { projectId, profileId });
    const present = await find();
    if (present === profileId) return locked > 0 ? profileId : undefined;
    profileId = present;
  }
  return undefined;
}
