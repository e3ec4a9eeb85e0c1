import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../../platform/ids.ts';
import type { Queryable } from '../../../platform/postgres.ts';
import { as, outer } from '../../../platform/sql-expressions.ts';
import { jsonOf, listOf, orNull } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { type EntryAbout, entriesAbout } from '../../audit/about.ts';
import type { dialogs } from '../../dialogs/schema.ts';
import { owners, presence } from '../../schema.ts';
import { portraitOf } from './appearance.ts';
import { webchatMessages } from './schema.ts';

/** Who leads the dialog of a visitor, as the visitor is told it: never by an e-mail address. */
export interface Lead {
  /** Whether people have it; the scenario is silent then. */
  held: boolean;
  /** The person who is there: who has taken it, or has written since somebody was called. Null until then. */
  person: Person | null;
}

/** A person by the name that they have set for customers; null if they have set none. */
interface Person {
  name: string | null;
  /** Their picture, below the address of the server; absent if they have set none. */
  picture?: string;
}

/** The same as it is stored. */
interface StoredPerson {
  name: string | null;
  /** `file_…` */
  picture: string | null;
}

/** A person as visitors of a channel see them. */
export const showPerson = (person: StoredPerson | null, channelId: string): Person | null =>
  person && { name: person.name, ...portraitOf(channelId, person.picture) };

/** A change of the lead. `at` is RFC 3339. */
export type LeadChange = Lead & { at: string };

const p = alias(presence, 'p');
const o = alias(owners, 'o');
const s = alias(webchatMessages, 's');

/** So far back a person who writes without taking the dialog is looked for. */
const latestMessages = 50;

/** The columns that tell who leads a dialog. @param d its alias in the statement, which may have no row */
export const leadColumns = (d: ReturnType<typeof alias<typeof dialogs, 'd'>>) => ({
  held: as(jsonOf<boolean>(), sql`to_json(${d.heldAt} IS NOT NULL)`),
  person: as(orNull(jsonOf<StoredPerson>()), personIn(d)),
});

function personIn(d: ReturnType<typeof alias<typeof dialogs, 'd'>>): SQL {
  return sql`CASE WHEN ${d.heldAt} IS NULL THEN NULL
    WHEN ${d.heldBy} IS NOT NULL THEN (
      SELECT json_build_object('name', max(${p.customerName}), 'picture', max(${p.picture}))
      FROM ${presence} AS ${p} JOIN ${owners} AS ${o} ON ${o.id} = ${p.personId}
      WHERE ${p.projectId} = ${d.projectId} AND ${o.email} = ${d.heldBy})
    ELSE (
      SELECT json_build_object('name', latest.content->>'speaker', 'picture', latest.content->>'picture') FROM (
        SELECT ${s.content}, ${s.author}, ${s.createdAt} FROM ${webchatMessages} AS ${s}
        WHERE ${s.projectId} = ${d.projectId} AND ${s.identityId} = ${d.identityId}
        ORDER BY ${s.n} DESC LIMIT ${sql.raw(String(latestMessages))}) AS latest
      WHERE latest.author = 'operator' AND latest.created_at >= ${d.heldAt} LIMIT 1) END`;
}

const findPeople = statement({
  name: 'webchat-people',
  prepared: false,
  params: { projectId: p.projectId, emails: listOf(o.email) },
  columns: { email: o.email, name: outer(p.customerName), picture: outer(p.picture) },
  query: ({ projectId, emails }, columns) => sql`
    SELECT ${columns} FROM ${owners} AS ${o} JOIN ${presence} AS ${p} ON ${p.personId} = ${o.id}
    WHERE ${p.projectId} = ${projectId} AND ${o.email} = ANY (${emails})`,
});

/** What is looked at of a message. */
interface Spoken {
  n: number;
  author: string;
  name?: string;
  picture?: string;
  created_at: string;
}

/**
 * How the lead changed while these messages were said, oldest first. It is read from the audit log, so it goes back as far as that.
 * @param history the newest messages, oldest first
 */
export async function readLead(
  database: Queryable,
  { projectId, channelId, identityId }: { projectId: string; channelId: string; identityId: string },
  history: readonly Spoken[],
): Promise<LeadChange[]> {
  const subjects = [showId('identity', identityId)];
  const actions = ['dialog.handover', 'dialog.released'];
  const entries = await entriesAbout.all(database, { projectId, subjects, actions });
  if (entries.length === 0) return [];
  const emails = [...new Set(entries.flatMap((entry) => holderOf(entry) ?? []))];
  const people = new Map(
    (await findPeople.all(database, { projectId, emails })).map(({ email, ...person }) => [email, person]),
  );
  const taken = entries.map((entry): LeadChange => {
    const holder = holderOf(entry);
    const person = holder === null ? null : (people.get(holder) ?? { name: null, picture: null });
    return {
      at: entry.at.toISOString(),
      held: entry.action === 'dialog.handover',
      person: showPerson(person, channelId),
    };
  });
  const first = history[0] && history[0].n > 1 ? history[0].created_at : '';
  return joined(taken.toReversed(), history).filter(({ at }) => at >= first);
}

/** The e-mail address of whoever has a dialog since an entry; null for nobody. Entries of earlier versions name only who did it. */
function holderOf({ action, actorType, actorName, data }: EntryAbout): string | null {
  if (action !== 'dialog.handover') return null;
  if ('held_by' in data) return data.held_by as string | null;
  return actorType === 'owner' ? actorName : null;
}

/** Adds those who came by writing. */
function joined(taken: readonly LeadChange[], history: readonly Spoken[]): LeadChange[] {
  const written = history.flatMap(({ author, name = null, picture, created_at: at }): LeadChange[] =>
    author === 'operator' ? [{ at, held: true, person: { name, ...(picture && { picture }) } }] : [],
  );
  const isWritten = new Set(written);
  const changes: LeadChange[] = [];
  for (const change of [...taken, ...written].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    const now = changes.at(-1);
    if (!isWritten.has(change) || (now?.held && !now.person)) changes.push(change);
  }
  return changes;
}
