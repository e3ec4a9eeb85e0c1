import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { newId, readId, showId } from '../../../platform/ids.ts';
import type { Transaction } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import { newSecret, type Vault } from '../../../platform/secrets.ts';
import { type Actor, writeAudit } from '../../audit/entry.ts';
import { isSlug } from '../../http/slug.ts';
import { projects } from '../../schema.ts';
import { rotated, validSecrets } from '../rotation.ts';
import { receivers } from './schema.ts';
import type { Target } from './target.ts';

export type ReceiverRow = typeof receivers.$inferSelect;

/** Who changes a receiver, for the audit log. */
interface Change {
  actor: Actor;
  requestId: string | null;
}

type Reader = Pick<Transaction, 'orm'>;

const placeOf = (id: string) => `receiver/${id}`;
const newReceiverSecret = () => newSecret('rsec_');

export interface WantedReceiver {
  projectId: string;
  slug: string;
  name: string;
  target: Target | null;
}

/**
 * Creates a receiver, or changes the name and target of the one with that slug.
 * @returns the row, and the secret of a new one, which is shown only now
 */
export async function saveReceiver(
  tx: Transaction,
  vault: Vault,
  wanted: WantedReceiver,
  change: Change,
): Promise<{ row: ReceiverRow; secret: string | undefined }> {
  const id = newId();
  const secret = newReceiverSecret();
  const { name, target } = wanted;
  const [row] = await tx.orm
    .insert(receivers)
    .values({ ...wanted, id, secret: vault.seal(placeOf(id), secret) })
    .onConflictDoUpdate({
      target: [receivers.projectId, receivers.slug],
      set: { name, target, updatedAt: sql`now()` },
    })
    .returning();
  const isNew = row!.id === id;
  await writeAudit(tx, entryOf(row!, isNew ? 'created' : 'updated', change));
  return { row: row!, secret: isNew ? secret : undefined };
}

/**
 * Gives a receiver a new secret; the previous one stays valid for a day.
 * @returns the row and the new secret, which is shown only now
 * @throws Problem 404 `receiver_not_found`
 */
export async function rotateReceiver(
  tx: Transaction,
  vault: Vault,
  projectId: string,
  slug: string,
  change: Change,
): Promise<{ row: ReceiverRow; secret: string }> {
  const { id } = await findReceiver(tx, projectId, slug);
  const secret = newReceiverSecret();
  const [row] = await tx.orm
    .update(receivers)
    .set(rotated(vault.seal(placeOf(id), secret)))
    .where(and(eq(receivers.projectId, projectId), eq(receivers.id, id)))
    .returning();
  if (!row) throw receiverNotFound();
  await writeAudit(tx, entryOf(row, 'rotated', change));
  return { row, secret };
}

/** Deletes a receiver; its address is unknown from then on. @throws Problem 404 `receiver_not_found` */
export async function deleteReceiver(
  tx: Transaction,
  projectId: string,
  slug: string,
  change: Change,
): Promise<void> {
  if (!isSlug(slug)) throw receiverNotFound();
  const [row] = await tx.orm
    .delete(receivers)
    .where(and(eq(receivers.projectId, projectId), eq(receivers.slug, slug)))
    .returning();
  if (!row) throw receiverNotFound();
  await writeAudit(tx, entryOf(row, 'deleted', change));
}

/** All receivers of a project, by slug. */
export function listReceivers({ orm }: Reader, projectId: string): Promise<ReceiverRow[]> {
  return orm.select().from(receivers).where(eq(receivers.projectId, projectId)).orderBy(asc(receivers.slug));
}

/** @throws Problem 404 `receiver_not_found` */
export async function findReceiver({ orm }: Reader, projectId: string, slug: string): Promise<ReceiverRow> {
  if (!isSlug(slug)) throw receiverNotFound();
  const [row] = await orm
    .select()
    .from(receivers)
    .where(and(eq(receivers.projectId, projectId), eq(receivers.slug, slug)));
  if (!row) throw receiverNotFound();
  return row;
}

/** The receiver of an address, in any project; undefined if there is none. */
export async function lookUpReceiver({ orm }: Reader, publicId: string): Promise<ReceiverRow | undefined> {
  const id = readId('receiver', publicId);
  if (!id) return undefined;
  const [found] = await orm
    .select({ receiver: receivers })
    .from(receivers)
    .innerJoin(projects, and(eq(projects.id, receivers.projectId), isNull(projects.deletedAt)))
    .where(eq(receivers.id, id));
  return found?.receiver;
}

/** The secrets with which a call to this receiver may be signed now. */
export function secretsOf(vault: Vault, row: ReceiverRow): string[] {
  return validSecrets(vault, placeOf(row.id), row);
}

function entryOf(row: ReceiverRow, word: string, { actor, requestId }: Change) {
  return {
    projectId: row.projectId,
    actor,
    action: `receiver.${word}`,
    subject: { type: 'receiver', id: showId('receiver', row.id) },
    requestId,
    data: { slug: row.slug, name: row.name },
  };
}

function receiverNotFound(): Problem {
  return new Problem(404, 'receiver_not_found', 'This project has no such receiver.');
}
