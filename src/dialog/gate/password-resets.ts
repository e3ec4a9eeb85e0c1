import { and, count, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { newId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { newSecret, sha256 } from '../../platform/secrets.ts';
import { statement } from '../../platform/statement.ts';
import { recordForInstallation } from '../audit/installation-log.ts';
import type { Mail } from '../mail/outbox.ts';
import { owners } from '../schema.ts';
import { passwordResetRequests, passwordResets } from './schema.ts';

/**
 * Links for a new password. A request is only written down; a worker looks whether the address has an account and mails the link.
 * So nobody learns from an answer, or from its time, who has an account.
 */

type Orm = Pick<Transaction, 'orm'>;

const validMs = 60 * 60_000;
/** Links of one owner that are valid at the same time. Further requests send no mail. */
const mostOpen = 5;
const atOnce = 50;

/** A request for a link, from whoever made it. */
export interface ResetRequest {
  /** In lower case; perhaps of no account. */
  email: string;
  address: string;
  requestId: string;
}

/** Writes down that somebody asks for a link. */
export async function requestReset({ orm }: Orm, wanted: ResetRequest): Promise<void> {
  await orm.insert(passwordResetRequests).values({ id: newId(), ...wanted });
}

const { id, email, address, requestId } = passwordResetRequests;

/** Takes some requests; of several processes, each takes others. */
const takeRequests = statement({
  name: 'reset-requests-take',
  prepared: false,
  columns: { email, address, requestId },
  query: (_, columns) => sql`
    DELETE FROM ${passwordResetRequests} WHERE ${id} = ANY (ARRAY(
      SELECT id FROM ${passwordResetRequests} ORDER BY id LIMIT ${sql.raw(String(atOnce))} FOR UPDATE SKIP LOCKED))
    RETURNING ${columns}`,
});

/** Whether somebody waits for a link. */
export const isResetRequested = sql`EXISTS (SELECT FROM ${passwordResetRequests})`;

/**
 * Mails the links that were asked for, to those who have an account. The token of a link is kept as a hash.
 * @returns whether there may be more requests
 */
export function answerResetRequests(database: Database, mail: Mail): Promise<{ more: boolean }> {
  return database.transaction(async (tx) => {
    const requests = await takeRequests.all(tx);
    if (requests.length === 0) return { more: false };
    const expiresAt = new Date(Date.now() + validMs);
    const links = (await admitted(tx, requests)).map(({ ownerId, request }) => ({
      ...{ ownerId, request, token: newSecret('rst_') },
    }));
    if (links.length > 0) {
      await tx.orm
        .insert(passwordResets)
        .values(links.map(({ ownerId, token }) => ({ tokenHash: sha256(token), ownerId, expiresAt })));
    }
    await recordForInstallation(
      tx,
      ...links.map(({ ownerId, request }) => ({
        kind: 'password.reset_requested' as const,
        person: { id: ownerId, email: request.email },
        request: { id: request.requestId, ip: request.address, headers: {} },
      })),
    );
    await mail.accept(
      tx,
      ...links.map(({ request, token }) => ({
        to: request.email,
        template: 'password_reset' as const,
        values: {
          link: mail.links.password(token),
          expiresAt: expiresAt.toISOString(),
          address: request.address,
        },
        until: expiresAt,
      })),
    );
    return { more: requests.length === atOnce };
  });
}

/** The requests whose address has an account, without those of owners who have enough valid links. */
async function admitted(
  { orm }: Orm,
  requests: readonly ResetRequest[],
): Promise<{ ownerId: string; request: ResetRequest }[]> {
  const emails = [...new Set(requests.map((request) => request.email))];
  const known = await orm
    .select({ id: owners.id, email: owners.email, open: count(passwordResets.tokenHash) })
    .from(owners)
    .leftJoin(
      passwordResets,
      and(eq(passwordResets.ownerId, owners.id), gt(passwordResets.expiresAt, new Date())),
    )
    .where(inArray(owners.email, emails))
    .groupBy(owners.id);
  const byEmail = new Map(known.map((owner) => [owner.email, owner]));
  return requests.flatMap((request) => {
    const owner = byEmail.get(request.email);
    if (!owner || owner.open >= mostOpen) return [];
    owner.open++;
    return [{ ownerId: owner.id, request }];
  });
}

const isOpen = (token: string) =>
  and(eq(passwordResets.tokenHash, sha256(token)), gt(passwordResets.expiresAt, new Date()));

/** The owner to whom a valid link belongs. */
export async function ownerOfReset(
  { orm }: Orm,
  token: string,
): Promise<{ id: string; email: string } | undefined> {
  const [found] = await orm
    .select({ id: owners.id, email: owners.email })
    .from(passwordResets)
    .innerJoin(owners, eq(owners.id, passwordResets.ownerId))
    .where(isOpen(token));
  return found;
}

/** Takes a valid link, which is valid no longer then: of two who use it at once, one gets it. */
export async function takeReset({ orm }: Orm, token: string): Promise<boolean> {
  const rows = await orm
    .delete(passwordResets)
    .where(isOpen(token))
    .returning({ ownerId: passwordResets.ownerId });
  return rows.length > 0;
}

/** Ends all links of an owner. */
export async function endResets({ orm }: Orm, ownerId: string): Promise<void> {
  await orm.delete(passwordResets).where(eq(passwordResets.ownerId, ownerId));
}

/** Deletes links that nobody used in time. */
export async function removeExpiredResets({ orm }: Orm): Promise<void> {
  await orm.delete(passwordResets).where(lte(passwordResets.expiresAt, new Date()));
}

/** Forgets requests for a link that nobody has answered. */
export async function forgetResetRequests({ orm }: Pick<Transaction, 'orm'>): Promise<void> {
  await orm.delete(passwordResetRequests);
}
