import { lte, sql } from 'drizzle-orm';
import { newId } from '../../platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { as } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Settings } from '../../settings.ts';
import { linksBelow, type MailLinks } from './links.ts';
import { mails } from './schema.ts';
import type { MailTemplate, MailValues, NewMail } from './templates.ts';

/** The mails of the installation that wait for the mail server. They belong to no project, so they are no tasks. */

const dayMs = 86_400_000;

/** Accepts mails. A worker sends them. */
export interface Mail {
  /** Whether this installation sends mail: SMTP_URL is set. */
  readonly isOn: boolean;
  /** For the texts of mails, if they are sent. */
  readonly links: MailLinks;
  /**
   * Accepts mails in the transaction of what they are about. They are sent at least once if it commits, and never if it does not.
   * Does nothing if no mail is sent.
   */
  accept(tx: Pick<Transaction, 'orm'>, ...wanted: NewMail[]): Promise<void>;
}

/** Reads from the settings whether mail is sent. */
export function openMail(vault: Vault, { mail, publicUrl = '' }: Pick<Settings, 'mail' | 'publicUrl'>): Mail {
  const isOn = mail !== undefined;
  return {
    isOn,
    links: linksBelow(publicUrl),
    async accept({ orm }, ...wanted) {
      if (!isOn || wanted.length === 0) return;
      await orm.insert(mails).values(
        wanted.map(({ to, template, values, until }) => {
          const id = newId();
          const sealed = vault.seal(placeOf(id), JSON.stringify(values));
          return { id, recipient: to, template, sealed, giveUpAt: until ?? new Date(Date.now() + dayMs) };
        }),
      );
    },
  };
}

/** For which the values of a mail are sealed. */
const placeOf = (id: string) => `mail/${id}`;

/** A mail that was taken to be sent. Whoever took it says what became of it. */
export interface TakenMail {
  id: string;
  recipient: string;
  template: MailTemplate;
  sealed: string;
  createdAt: Date;
  /** With this one. */
  attempts: number;
  giveUpAt: Date;
}

const taken = {
  id: mails.id,
  recipient: mails.recipient,
  template: as(types.text, sql`${mails.template}`),
  sealed: mails.sealed,
  createdAt: mails.createdAt,
  attempts: mails.attempts,
  giveUpAt: mails.giveUpAt,
};

const takeDue = statement({
  name: 'mails-take',
  params: { most: types.int, leaseSeconds: types.int },
  columns: taken,
  query: ({ most, leaseSeconds }, columns) => sql`
    UPDATE ${mails} SET attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE ${mails.id} = ANY (ARRAY(
      SELECT id FROM ${mails} WHERE due_at <= now() AND given_up_at IS NULL
      ORDER BY due_at LIMIT ${most} FOR UPDATE SKIP LOCKED))
    RETURNING ${columns}`,
});

/** When the first mail is due. */
export const firstMailDue = sql`(SELECT min(${mails.dueAt}) FROM ${mails} WHERE ${mails.givenUpAt} IS NULL)`;

/**
 * Takes mails that are due. Whoever takes them and dies keeps them for `leaseSeconds`; then they are due again.
 * @param most mails at once
 */
export async function takeMails(
  database: Database,
  wanted: { most: number; leaseSeconds: number },
): Promise<TakenMail[]> {
  return (await takeDue.all(database, wanted)) as TakenMail[];
}

/** The values of a mail. @throws SealedShut */
export function valuesOf(vault: Vault, { id, sealed }: TakenMail): MailValues[MailTemplate] {
  return JSON.parse(vault.open(placeOf(id), sealed)) as MailValues[MailTemplate];
}

// Only as it was taken: whoever came too late must not write over the attempt of another.
const isStill = (p: { id: unknown; attempts: unknown }) =>
  sql`${mails.id} = ${p.id} AND ${mails.attempts} = ${p.attempts} AND ${mails.givenUpAt} IS NULL`;

const one = { id: mails.id, attempts: mails.attempts };

const removeSent = statement({
  name: 'mail-sent',
  prepared: false,
  params: { id: mails.id },
  query: ({ id }) => sql`DELETE FROM ${mails} WHERE ${mails.id} = ${id}`,
});

/** Deletes a mail that the mail server has taken. */
export async function noteSent(database: Database, { id }: TakenMail): Promise<void> {
  await removeSent.run(database, { id });
}

const postpone = statement({
  name: 'mail-postpone',
  prepared: false,
  params: { ...one, seconds: types.int, fault: types.text },
  query: (p) => sql`
    UPDATE ${mails} SET due_at = now() + make_interval(secs => ${p.seconds}), fault = ${p.fault} WHERE ${isStill(p)}`,
});

/** Lets a mail be tried again. */
export async function noteFailed(
  database: Database,
  { id, attempts }: TakenMail,
  { seconds, fault }: { seconds: number; fault: string },
): Promise<void> {
  await postpone.run(database, { id, attempts, seconds, fault });
}

const release = statement({
  name: 'mail-release',
  prepared: false,
  params: one,
  query: (p) => sql`UPDATE ${mails} SET due_at = now(), attempts = attempts - 1 WHERE ${isStill(p)}`,
});

/** Gives back a mail that was not tried to its end, for another process. */
export async function giveBack(database: Database, { id, attempts }: TakenMail): Promise<void> {
  await release.run(database, { id, attempts });
}

const abandon = statement({
  name: 'mail-give-up',
  prepared: false,
  params: { ...one, fault: types.text },
  query: (p) => sql`
    UPDATE ${mails} SET given_up_at = now(), fault = ${p.fault}, sealed = '' WHERE ${isStill(p)}`,
});

/** Gives a mail up. What it says is deleted; readiness shows for a week that there was one. */
export async function noteGivenUp(
  database: Database,
  { id, attempts }: TakenMail,
  fault: string,
): Promise<void> {
  await abandon.run(database, { id, attempts, fault });
}

const daysOfGivenUp = 7;

/** Deletes the mails that were given up a week ago. */
export async function removeOldMails({ orm }: Pick<Database, 'orm'>): Promise<void> {
  await orm.delete(mails).where(lte(mails.givenUpAt, new Date(Date.now() - daysOfGivenUp * dayMs)));
}

/** How the mails stand. */
export interface MailState {
  /** Given up in the last seven days. */
  givenUp: number;
  /** Due for longer than ten minutes, or failed at least once. */
  late: number;
  /** Why the last of these was not sent; null if nobody has tried. */
  fault: string | null;
}

const state = {
  givenUp: as(types.int, sql`count(*) FILTER (WHERE given_up_at IS NOT NULL)::int`),
  late: as(
    types.int,
    sql`count(*) FILTER (WHERE given_up_at IS NULL AND (fault IS NOT NULL OR created_at < now() - interval '10 minutes'))::int`,
  ),
  fault: as(
    orNull(types.text),
    sql`(array_agg(fault ORDER BY created_at DESC) FILTER (WHERE fault IS NOT NULL))[1]`,
  ),
};

const readState = statement({
  name: 'mails-state',
  prepared: false,
  columns: state,
  query: (_, columns) => sql`SELECT ${columns} FROM ${mails}`,
});

/** Reads how the mails of the installation stand. */
export async function mailState(database: Database): Promise<MailState> {
  return readState.one(database);
}

const abandonAll = statement({
  name: 'mails-give-up',
  prepared: false,
  params: { fault: types.text },
  query: (p) => sql`
    UPDATE ${mails} SET given_up_at = now(), fault = ${p.fault}, sealed = '' WHERE ${mails.givenUpAt} IS NULL`,
});

/** Gives up all mails that wait. @returns how many */
export const giveUpMails = (tx: Queryable, fault: string): Promise<number> => abandonAll.run(tx, { fault });
