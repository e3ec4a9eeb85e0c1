import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { newId, readId, showId } from '../../../platform/ids.ts';
import type { Transaction } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { type Actor, writeAudit } from '../../audit/entry.ts';
import { isSlug } from '../../http/slug.ts';
import { valueError } from '../../http/validation-items.ts';
import { ValidationProblem } from '../../http/validation-problem.ts';
import { projects } from '../../schema.ts';
import { presentRules } from '../../template/rules.ts';
import { rotated, validSecrets } from '../rotation.ts';
import type { CallResponse } from './response.ts';
import { receivers } from './schema.ts';
import { type Target, withAnswers } from './target.ts';
import { madeSecret, secretFault, type Verification } from './verification.ts';

export type ReceiverRow = typeof receivers.$inferSelect;

/** Who changes a receiver, for the audit log. */
interface Change {
  actor: Actor;
  requestId: string | null;
}

type Reader = Pick<Transaction, 'orm'>;

const placeOf = (id: string) => `receiver/${id}`;

export interface WantedReceiver {
  projectId: string;
  slug: string;
  name: string;
  target: Target | null;
  verification: Verification;
  dedupeId: string | null;
  response: CallResponse | null;
}

/** A receiver that was written, and its secret if that was made here: it is shown only now. */
interface WrittenReceiver {
  row: ReceiverRow;
  made: string | undefined;
}

/**
 * Creates a receiver, or changes the one with that slug. A receiver keeps its secret, unless one is given or its calls are
 * verified in another way from now on: then the new secret takes the place of the old at once.
 * @param given the owner's own secret
 * @throws ValidationProblem if this way of verifying calls cannot use the secret, or needs one
 */
export async function saveReceiver(
  tx: Transaction,
  vault: Vault,
  wanted: WantedReceiver,
  given: string | undefined,
  change: Change,
): Promise<WrittenReceiver & { isNew: boolean }> {
  const { projectId, slug, ...settings } = wanted;
  const place = and(eq(receivers.projectId, projectId), eq(receivers.slug, slug));
  const read = () => tx.orm.select().from(receivers).where(place).for('update');
  let [known] = await read();
  const keeps = () => known?.verification.type === wanted.verification.type && given === undefined;
  let secret = keeps() ? undefined : newSecretFor(wanted.verification, given);
  if (!known) {
    const id = newId();
    const [row] = await tx.orm
      .insert(receivers)
      .values({
        ...wanted,
        target: withAnswers(wanted.target, null),
        id,
        secret: vault.seal(placeOf(id), secret!),
        templateRules: presentRules,
      })
      .onConflictDoNothing({ target: [receivers.projectId, receivers.slug] })
      .returning();
    if (row) {
      await writeAudit(tx, entryOf(row, 'created', change));
      return { row, made: shownOf(wanted.verification, secret, given), isNew: true };
    }
    // Another request made it meanwhile; this statement waited for its commit, and the next one sees the row.
    [known] = await read();
    if (!known) throw receiverNotFound();
    if (keeps()) secret = undefined;
  }
  const [row] = await tx.orm
    .update(receivers)
    .set({
      ...settings,
      target: withAnswers(settings.target, known.target),
      templateRules: presentRules,
      ...(secret === undefined ? {} : replaced(vault.seal(placeOf(known.id), secret))),
      updatedAt: sql`now()`,
    })
    .where(and(eq(receivers.projectId, projectId), eq(receivers.id, known.id)))
    .returning();
  await writeAudit(tx, entryOf(row!, 'updated', change));
  return { row: row!, made: shownOf(wanted.verification, secret, given), isNew: false };
}

const replaced = (sealed: string) => ({ secret: sealed, previousSecret: null, previousUntil: null });

/** The given secret, or a new one if the sender takes any. @throws ValidationProblem at `secret` */
function newSecretFor(verification: Verification, given: string | undefined): string {
  const fault = secretFault(verification, given);
  const secret = given ?? madeSecret(verification);
  if (fault === undefined && secret !== undefined) return secret;
  // The item has no input, which would be the secret.
  const { input: _, ...item } = valueError(['body', 'secret'], fault ?? 'a secret is needed', null);
  throw new ValidationProblem([item]);
}

/** What is shown: a secret that was made here, unless nobody needs it. */
function shownOf({ type }: Verification, secret: string | undefined, given: string | undefined) {
  return given === undefined && type !== 'none' ? secret : undefined;
}

/**
 * Gives a receiver a new secret; the previous one stays valid for a day.
 * @param given the owner's own secret; needed if the sender makes it
 * @throws Problem 404 `receiver_not_found`, 409 `receiver_unverified` if its calls are not verified; ValidationProblem if the
 *   sender cannot use the secret, or makes it and none is given
 */
export async function rotateReceiver(
  tx: Transaction,
  vault: Vault,
  { projectId, slug, given }: { projectId: string; slug: string; given: string | undefined },
  change: Change,
): Promise<WrittenReceiver> {
  const known = await findReceiver(tx, projectId, slug);
  const { id, verification } = known;
  if (verification.type === 'none') {
    throw new Problem(
      409,
      'receiver_unverified',
      'Calls to this receiver are not verified, so it has no secret. Give it another verification first.',
    );
  }
  const secret = newSecretFor(verification, given);
  const [row] = await tx.orm
    .update(receivers)
    .set(rotated(vault, placeOf(id), known, secret))
    .where(and(eq(receivers.projectId, projectId), eq(receivers.id, id)))
    .returning();
  if (!row) throw receiverNotFound();
  await writeAudit(tx, entryOf(row, 'rotated', change));
  return { row, made: shownOf(verification, secret, given) };
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
    data: { slug: row.slug, name: row.name, verification: row.verification.type },
  };
}

function receiverNotFound(): Problem {
  return new Problem(404, 'receiver_not_found', 'This project has no such receiver.');
}
