import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId, showId } from '../../../platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../../platform/postgres.ts';
import { newSecret, sha256 } from '../../../platform/secrets.ts';
import { as, name, outer } from '../../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../../platform/sql-types.ts';
import { build, statement } from '../../../platform/statement.ts';
import { channels, type Environment, projects } from '../../schema.ts';
import { type Appearance, appearanceOf } from './appearance.ts';
import type { About } from './known.ts';
import { webchatVisitors } from './schema.ts';
import type { VisitorPlace } from './transcript.ts';
import { usualUploadMb } from './upload-rules.ts';

/** The part of a web chat channel that concerns its visitors. */
export interface ChatChannel {
  projectId: string;
  id: string;
  name: string;
  look: Appearance;
  /** How long a call for a person holds the dialog; undefined if it has no end. */
  callMinutes: number | undefined;
  environment: Environment;
  /** The largest file of a visitor in MiB; 0 for none. */
  uploadMb: number;
  /** Media types of files that visitors may send, such as `image/*`; undefined if any. */
  uploadTypes: string[] | undefined;
  /** New visits and messages of all visitors in a minute. */
  mostSessions: number;
  mostMessages: number;
  /** So many of each are taken in a minute without a proof of work; undefined if none is ever asked for. */
  proofAbove: number | undefined;
  /** Normalized. */
  allowedDomains: string[];
}

/** A browser that has opened a chat. */
export interface Visitor extends VisitorPlace {
  id: string;
  name: string | null;
  /** The `external_id` of the person who was identified here; null for none. */
  actsAs: string | null;
  /** Something is known of them that their profile does not have yet. */
  about: boolean;
}

/** What a chat takes in a minute from all its visitors, if its owner says nothing else. */
const usualTotals = { sessions: 600, messages: 3000 };

/** Days after which an unused token expires. */
const tokenDays = 30;

const c = alias(channels, 'c');
const p = alias(projects, 'p');
const v = alias(webchatVisitors, 'v');

interface StoredSettings extends Appearance {
  allowed_domains?: string[];
  call_minutes?: number;
  upload_mb?: number;
  upload_types?: string[];
  sessions_per_minute?: number;
  messages_per_minute?: number;
  proof_above?: number;
}

const openDoor = statement({
  name: 'webchat-door',
  prepared: false,
  params: { channelId: c.id, tokenHash: orNull(v.tokenHash) },
  columns: {
    projectId: c.projectId,
    name: c.name,
    environment: c.environment,
    settings: as(jsonOf<StoredSettings>(), sql`${c.settings}`),
    visitorId: outer(v.id),
    visitorName: v.name,
    actsAs: v.actsAs,
    about: as(types.boolean, sql`${v.about} IS NOT NULL`),
  },
  query: ({ channelId, tokenHash }, columns) => sql`
    SELECT ${columns} FROM ${channels} AS ${c}
    JOIN ${projects} AS ${p} ON ${p.id} = ${c.projectId} AND ${p.deletedAt} IS NULL
    LEFT JOIN ${webchatVisitors} AS ${v} ON ${v.projectId} = ${c.projectId} AND ${v.channelId} = ${c.id}
      AND ${v.tokenHash} = ${tokenHash} AND ${v.expiresAt} > now()
    WHERE ${c.id} = ${channelId} AND ${c.type} = 'webchat' AND ${c.deletedAt} IS NULL`,
});

const t = webchatVisitors;
const lifetime = sql`now() + make_interval(days => ${tokenDays})`;

const found = {
  id: t.id,
  name: t.name,
  actsAs: t.actsAs,
  about: as(types.boolean, sql`${t.about} IS NOT NULL`),
};

const prolong = statement({
  name: 'webchat-resume',
  prepared: false,
  params: { projectId: t.projectId, channelId: t.channelId, tokenHash: t.tokenHash, name: t.name },
  columns: found,
  query: ({ projectId, channelId, tokenHash, name }) =>
    build
      .update(webchatVisitors)
      .set({ expiresAt: lifetime, name: sql`coalesce(${name}, ${t.name})` })
      .where(
        and(
          eq(t.projectId, projectId),
          eq(t.channelId, channelId),
          eq(t.tokenHash, tokenHash),
          gt(t.expiresAt, sql`now()`),
        ),
      )
      .returning(found),
});

const begin = statement({
  name: 'webchat-begin',
  prepared: false,
  params: {
    projectId: t.projectId,
    channelId: t.channelId,
    id: t.id,
    tokenHash: t.tokenHash,
    name: t.name,
    actsAs: t.actsAs,
  },
  query: (given) => build.insert(webchatVisitors).values({ ...given, expiresAt: lifetime }),
});

const identify = statement({
  name: 'webchat-identify',
  prepared: false,
  params: { projectId: t.projectId, id: t.id, actsAs: t.actsAs, name: t.name },
  query: ({ projectId, id, actsAs, name }) =>
    build
      .update(webchatVisitors)
      .set({ actsAs, name: sql`coalesce(${name}, ${t.name})` })
      .where(and(eq(t.projectId, projectId), eq(t.id, id), isNull(t.actsAs))),
});

const keep = statement({
  name: 'webchat-keep-about',
  prepared: false,
  params: { projectId: t.projectId, id: t.id, about: types.jsonText },
  query: ({ projectId, id, about }) => sql`
    UPDATE ${t} SET ${name(t.about)} = ${about} WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${id}`,
});

const readAbout = statement({
  name: 'webchat-read-about',
  prepared: false,
  params: { projectId: t.projectId, id: t.id },
  columns: { about: t.about },
  query: ({ projectId, id }, columns) => sql`
    SELECT ${columns} FROM ${t} WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${id} FOR UPDATE`,
});

const dropAbout = statement({
  name: 'webchat-drop-about',
  prepared: false,
  params: { projectId: t.projectId, id: t.id },
  query: ({ projectId, id }) => sql`
    UPDATE ${t} SET ${name(t.about)} = NULL WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${id}`,
});

/** Keeps what is known of a visitor beside what was known before. */
export async function keepAbout(tx: Transaction, { projectId, id }: Visitor, about: About): Promise<void> {
  const before = (await readAbout.first(tx, { projectId, id }))?.about;
  const given = Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined));
  const joined: About = { ...before, ...given, state: { ...before?.state, ...about.state } };
  await keep.run(tx, { projectId, id, about: JSON.stringify(joined) });
}

/** What was kept of a visitor, once. */
export async function takeAbout(tx: Transaction, { projectId, id }: Visitor): Promise<About | undefined> {
  const about = (await readAbout.first(tx, { projectId, id }))?.about;
  if (about) await dropAbout.run(tx, { projectId, id });
  return about ?? undefined;
}

const findSecrets = statement({
  name: 'webchat-secrets',
  prepared: false,
  params: { projectId: c.projectId, channelId: c.id },
  columns: { secrets: c.secrets },
  query: ({ projectId, channelId }, columns) => sql`
    SELECT ${columns} FROM ${channels} AS ${c} WHERE ${c.projectId} = ${projectId} AND ${c.id} = ${channelId}`,
});

/** The sealed secrets of a web chat. */
export const sealedSecrets = async (database: Queryable, { projectId, id }: ChatChannel): Promise<string> =>
  (await findSecrets.one(database, { projectId, channelId: id })).secrets;

/** Says who a visitor is of whom nobody has said it. @returns false if another request was first */
export const nameVisitor = async (
  tx: Queryable,
  { projectId, id }: Visitor,
  actsAs: string,
  name: string | null,
): Promise<boolean> => (await identify.run(tx, { projectId, id, actsAs, name })) > 0;

/**
 * Finds a web chat by the id of its channel alone, and the visitor who has this token.
 * @returns undefined if there is no such channel, or its project was deleted
 */
export async function findDoor(
  database: Queryable,
  channelId: string,
  token: string | undefined,
): Promise<{ channel: ChatChannel; visitor: Visitor | undefined } | undefined> {
  const row = await openDoor.first(database, {
    channelId,
    tokenHash: token === undefined ? null : sha256(token),
  });
  if (!row) return undefined;
  const { projectId, name, environment, settings } = row;
  const channel: ChatChannel = {
    projectId,
    id: channelId,
    name,
    look: appearanceOf(channelId, settings),
    callMinutes: settings.call_minutes,
    environment,
    uploadMb: settings.upload_mb ?? usualUploadMb,
    uploadTypes: settings.upload_types,
    mostSessions: settings.sessions_per_minute ?? usualTotals.sessions,
    mostMessages: settings.messages_per_minute ?? usualTotals.messages,
    proofAbove: settings.proof_above,
    allowedDomains: settings.allowed_domains ?? [],
  };
  const visitor =
    row.visitorId === null
      ? undefined
      : visitorOf(channel, {
          id: row.visitorId,
          name: row.visitorName,
          actsAs: row.actsAs,
          about: row.about ?? false,
        });
  return { channel, visitor };
}

/** Extends the visit of a token by 30 days; undefined if the token belongs to no visit here. */
export async function resumeVisit(
  database: Queryable,
  channel: ChatChannel,
  token: string,
  name: string | null,
): Promise<Visitor | undefined> {
  const { projectId, id: channelId } = channel;
  const visit = await prolong.first(database, { projectId, channelId, tokenHash: sha256(token), name });
  return visit && visitorOf(channel, visit);
}

/** Creates a visitor and their token. Only the token's hash is stored. @param actsAs the `external_id` of an identified person */
export async function beginVisit(
  database: Database,
  channel: ChatChannel,
  name: string | null,
  actsAs: string | null,
): Promise<{ visitor: Visitor; token: string }> {
  const id = newId();
  const token = newSecret('vt_');
  const { projectId, id: channelId } = channel;
  await begin.run(database, { projectId, channelId, id, tokenHash: sha256(token), name, actsAs });
  return { visitor: visitorOf(channel, { id, name, actsAs, about: false }), token };
}

/** As whom a visitor speaks: as the person who was identified, or for themselves. */
export function visitorOf(
  { projectId, id: channelId }: Pick<ChatChannel, 'projectId' | 'id'>,
  { id, name, actsAs, about }: Pick<Visitor, 'id' | 'name' | 'actsAs' | 'about'>,
): Visitor {
  return { projectId, channelId, id, externalId: actsAs ?? showId('visitor', id), name, actsAs, about };
}
