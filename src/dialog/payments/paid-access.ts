import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { type AccessTerm, accessEnds, type Grant } from './access.ts';

/** Paid access as a profile shows it: one entry an order that gives some, oldest first. */
interface PaidAccess {
  product: string;
  /** RFC 3339; null for ever. */
  until: string | null;
  order_id: string;
}

/**
 * Writes down what the profile of an identity has paid for, out of all orders of all its identities, in the transaction
 * that changed one of them, or has brought the identity there.
 *
 * The profile's lock is taken before the orders are read: whoever changes another order of the same profile either
 * committed before, and is seen, or waits here and sees this.
 */
export async function refreshPaidAccess(
  tx: Transaction,
  projectId: string,
  identityId: string,
): Promise<void> {
  const profileId = await lockProfileOf(tx, projectId, identityId);
  if (!profileId) return;
  const { rows } = await tx.query<{ id: string; product: string; access: AccessTerm; granted_at: Date }>(
    `SELECT o.id, o.product, o.access, o.granted_at
     FROM dialog.identities AS i
     JOIN dialog.orders AS o ON o.project_id = i.project_id AND o.identity_id = i.id
     WHERE i.project_id = $1 AND i.profile_id = $2
       AND o.granted_at IS NOT NULL AND o.refunded_at IS NULL AND o.product IS NOT NULL
     ORDER BY o.granted_at, o.id`,
    [projectId, profileId],
  );
  const byProduct = new Map<string, Grant[]>();
  for (const { id, product, access, granted_at } of rows) {
    const grant = { orderId: showId('order', id), term: access, at: granted_at };
    byProduct.set(product, [...(byProduct.get(product) ?? []), grant]);
  }
  const paid = [...byProduct].flatMap(([product, grants]) =>
    [...accessEnds(grants)].map(
      ([order_id, end]): PaidAccess => ({ product, until: end?.toISOString() ?? null, order_id }),
    ),
  );
  await tx.query(
    `UPDATE dialog.profiles SET paid_access = $3::json, updated_at = clock_timestamp()
     WHERE project_id = $1 AND id = $2`,
    [projectId, profileId, JSON.stringify(paid)],
  );
}

/** A profile that is merged into another while its lock is waited for is gone then, and its identity is elsewhere. */
async function lockProfileOf(
  tx: Transaction,
  projectId: string,
  identityId: string,
): Promise<string | undefined> {
  const find = async () => {
    const { rows } = await tx.query<{ profile_id: string }>(
      'SELECT profile_id FROM dialog.identities WHERE project_id = $1 AND id = $2',
      [projectId, identityId],
    );
    return rows[0]?.profile_id;
  };
  for (let profileId = await find(); profileId; ) {
    const { rows } = await tx.query(
      'SELECT 1 FROM dialog.profiles WHERE project_id = $1 AND id = $2 FOR UPDATE',
      [projectId, profileId],
    );
    const present = await find();
    if (present === profileId) return rows.length > 0 ? profileId : undefined;
    profileId = present;
  }
  return undefined;
}
