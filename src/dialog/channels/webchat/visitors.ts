import { and, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId, showId } from '../../../platform/ids.ts';
import type { Database, Queryable } from '../../../platform/postgres.ts';
import { newSecret, sha256 } from '../../../platform/secrets.ts';
import { as, outer } from '../../../platform/sql-expressions.ts';
import { jsonOf, orNull } from '../../../platform/sql-types.ts';
import { build, statement } from '../../../platform/statement.ts';
import { channels, type Environment, projects } from '../../schema.ts';
import { webchatVisitors } from './schema.ts';
import type { VisitorPlace } from './transcript.ts';
import { usualUploadMb } from './upload-rules.ts';

/** The part of a web chat channel that concerns its visitors. */
export interface ChatChannel {
  projectId: string;
  id: string;
  name: string;
  title: string | undefined;
  /** How long a call for a person holds the dialog; undefined if it has no end. */
  callMinutes: number | undefined;
  environment: Environment;
  /** The largest file of a visitor in MiB; 0 for none. */
  uploadMb: number;
  /** Media types of files that visitors may send, such as `image/*`; undefined if any. */
  uploadTypes: string[] | undefined;
  /** Normalized. */
  allowedDomains: string[];
}

/** A browser that has opened a chat. */
export interface Visitor extends VisitorPlace {
  id: string;
  name: string | null;
}

/** Days after which an unused token expires. */
const tokenDays = 30;

const c = alias(channels, 'c');
const p = alias(projects, 'p');
const v = alias(webchatVisitors, 'v');

interface StoredSettings {
  allowed_domains?: string[];
  title?: string;
  call_minutes?: number;
  upload_mb?: number;
  upload_types?: string[];
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

const prolong = statement({
  name: 'webchat-resume',
  prepared: false,
  params: { projectId: t.projectId, channelId: t.channelId, tokenHash: t.tokenHash, name: t.name },
  columns: { id: t.id, name: t.name },
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
      .returning({ id: t.id, name: t.name }),
});

const begin = statement({
  name: 'webchat-begin',
  prepared: false,
  params: { projectId: t.projectId, channelId: t.channelId, id: t.id, tokenHash: t.tokenHash, name: t.name },
  query: (given) => build.insert(webchatVisitors).values({ ...given, expiresAt: lifetime }),
});

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
    title: settings.title,
    callMinutes: settings.call_minutes,
    environment,
    uploadMb: settings.upload_mb ?? usualUploadMb,
    uploadTypes: settings.upload_types,
    allowedDomains: settings.allowed_domains ?? [],
  };
  const visitor = row.visitorId === null ? undefined : visitorOf(channel, row.visitorId, row.visitorName);
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
  return visit && visitorOf(channel, visit.id, visit.name);
}

/** Creates a visitor and their token. Only the token's hash is stored. */
export async function beginVisit(
  database: Database,
  channel: ChatChannel,
  name: string | null,
): Promise<{ visitor: Visitor; token: string }> {
  const id = newId();
  const token = newSecret('vt_');
  const { projectId, id: channelId } = channel;
  await begin.run(database, { projectId, channelId, id, tokenHash: sha256(token), name });
  return { visitor: visitorOf(channel, id, name), token };
}

function visitorOf({ projectId, id: channelId }: ChatChannel, id: string, name: string | null): Visitor {
  return { projectId, channelId, id, externalId: showId('visitor', id), name };
}
