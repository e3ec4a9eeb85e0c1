import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { parseExactly } from '../../platform/exact-json.ts';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { as, asText, outer, rowsOf } from '../../platform/sql-expressions.ts';
import { jsonOf, oneOf, orNull } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { type ChannelTypeName, channelTypes } from '../content/content.ts';
import type { Position } from '../scenario/position.ts';
import { channels, type Environment, identities, profiles } from '../schema.ts';
import { Overtaken } from '../tasks/overtaken.ts';
import type { JsonObject } from '../template/json.ts';
import type { ProfileChange } from './profile-changes.ts';
import { dialogs, scenarioVersions, testConversations } from './schema.ts';

/** A locked profile, shared by the dialogs of all its identities in one transaction. */
export interface LockedProfile {
  id: string;
  projectId: string;
  status: string;
  state: Record<string, string>;
  tags: string[];
  access: JsonObject;
  /** The same as JSON text, with all digits of its numbers. */
  accessText: string;
  paidAccess: unknown[];
  /** What flows changed in it and is still to be written. */
  changes: ProfileChange[];
}

/** The dialog with an identity at the beginning of a turn. */
export interface LoadedDialog {
  projectId: string;
  identityId: string;
  externalId: string;
  name: string | null;
  channelId: string;
  channelType: ChannelTypeName;
  environment: Environment;
  profile: LockedProfile;
  version: number | null;
  position: Position | null;
  heldAt: Date | null;
  heldBy: string | null;
  heldUntil: Date | null;
  /** When the customer was last told that nobody is there; null if a person has answered since. */
  awayAt: Date | null;
  /** When this turn tells it. */
  tellsAwayAt: Date | null;
  /** When the customer last said something here; null if they never did. */
  lastHeardAt: Date | null;
  /** Stimuli that came during a hold. */
  kept: unknown[];
  /** The newest published version, or the draft that this dialog tries; null if there is none. */
  currentVersion: number | null;
  /** Outputs that stand in for steps of the draft that this dialog tries; null if there are none. */
  pinned: JsonObject | null;
}

const i = alias(identities, 'i');
const c = alias(channels, 'c');
const p = alias(profiles, 'p');
const d = alias(dialogs, 'd');
const v = alias(scenarioVersions, 'v');
const x = alias(testConversations, 'x');
const w = rowsOf('w', { projectId: i.projectId, identityId: i.id });
const more = rowsOf('m', { projectId: p.projectId, profileId: p.id });
const isWanted = sql`${i.projectId} = ${w.at.projectId} AND ${i.id} = ${w.at.identityId}`;
const isTheirs = sql`${p.projectId} = ${i.projectId} AND ${p.id} = ${i.profileId}`;

const profileColumns = {
  profileId: p.id,
  status: p.status,
  state: as(jsonOf<Record<string, string>>(), sql`${p.state}`),
  tags: p.tags,
  accessText: asText(p.access),
  paidAccess: as(jsonOf<unknown[]>(), sql`${p.paidAccess}`),
};

const load = statement({
  name: 'dialogs-load',
  params: { wanted: w },
  columns: {
    n: w.n,
    externalId: i.externalId,
    name: i.name,
    channelId: c.id,
    channelType: as(oneOf(...channelTypes), sql`${c.type}`),
    environment: c.environment,
    ...profileColumns,
    version: d.version,
    position: as(orNull(jsonOf<Position>()), sql`${d.position}`),
    heldAt: d.heldAt,
    heldBy: d.heldBy,
    heldUntil: d.heldUntil,
    awayAt: d.awayAt,
    lastHeardAt: d.lastHeardAt,
    kept: outer(d.kept),
    currentVersion: as(
      orNull(v.version),
      sql`coalesce(
        CASE WHEN ${c.environment} = 'sandbox' THEN (
          SELECT ${x.version} FROM ${testConversations} AS ${x}
          WHERE ${x.projectId} = ${w.at.projectId} AND ${x.identityId} = ${w.at.identityId}) END,
        (SELECT ${v.version} FROM ${scenarioVersions} AS ${v} WHERE ${v.projectId} = ${w.at.projectId}
          ORDER BY ${v.version} DESC LIMIT 1))`,
    ),
    pinned: as(
      orNull(jsonOf<JsonObject>()),
      sql`CASE WHEN ${c.environment} = 'sandbox' THEN (
        SELECT ${x.pinned} FROM ${testConversations} AS ${x}
        WHERE ${x.projectId} = ${w.at.projectId} AND ${x.identityId} = ${w.at.identityId}) END`,
    ),
  },
  query: ({ wanted }, columns) => sql`
    SELECT ${columns} FROM ${wanted}
    JOIN ${identities} AS ${i} ON ${isWanted}
    JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL
    JOIN ${profiles} AS ${p} ON ${isTheirs}
    LEFT JOIN ${dialogs} AS ${d} ON ${d.projectId} = ${i.projectId} AND ${d.identityId} = ${i.id}`,
});

const reload = statement({
  name: 'profiles-reload',
  params: { wanted: w },
  columns: { n: w.n, ...profileColumns },
  query: ({ wanted }, columns) => sql`
    SELECT ${columns} FROM ${wanted}
    JOIN ${identities} AS ${i} ON ${isWanted}
    JOIN ${profiles} AS ${p} ON ${isTheirs}`,
});

type ProfileRow = Omit<ResultOf<typeof reload>, 'n'>;

const lock = statement({
  name: 'dialogs-lock',
  params: { wanted: w, more },
  columns: { id: p.id },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${profiles} AS ${p}
    WHERE (${p.projectId}, ${p.id}) IN (
      SELECT ${i.projectId}, ${i.profileId} FROM ${given.wanted} JOIN ${identities} AS ${i} ON ${isWanted}
      UNION SELECT ${more.at.projectId}, ${more.at.profileId} FROM ${given.more})
    ORDER BY ${p.projectId}, ${p.id} FOR UPDATE`,
});

/**
 * Reads dialogs with the profiles of their customers, and locks the profiles: two transactions may handle two identities of
 * one customer, and linking moves identities between profiles. Whoever moves an identity holds both profiles.
 *
 * One statement locks all profiles, in one order for all transactions, so that there is no deadlock. If a profile was merged
 * away during the wait, neither it nor the profile that absorbed it is held. Waiting for that one too would break the order,
 * so all locks are released and taken again.
 *
 * @param others further profiles to be locked
 * @returns in the order of `wanted`; undefined if the identity or its channel is gone
 * @throws Overtaken if an identity moved to another profile meanwhile
 */
export async function loadDialogs(
  tx: Transaction,
  wanted: { projectId: string; identityId: string }[],
  others: { projectId: string; profileId: string }[] = [],
): Promise<(LoadedDialog | undefined)[]> {
  const held = await lockProfiles(tx, wanted, others);
  const rows = await load.all(tx, { wanted });
  if (rows.some((row) => !held.has(row.profileId))) throw new Overtaken();
  const profileOf = profilesByRow();
  const loaded: (LoadedDialog | undefined)[] = wanted.map(() => undefined);
  for (const row of rows) {
    const { projectId, identityId } = wanted[row.n - 1]!;
    loaded[row.n - 1] = {
      projectId,
      identityId,
      externalId: row.externalId,
      name: row.name,
      channelId: row.channelId,
      channelType: row.channelType,
      environment: row.environment,
      profile: profileOf(projectId, row),
      version: row.version,
      position: row.position,
      heldAt: row.heldAt,
      heldBy: row.heldBy,
      heldUntil: row.heldUntil,
      awayAt: row.awayAt,
      tellsAwayAt: null,
      lastHeardAt: row.lastHeardAt,
      kept: row.kept ?? [],
      currentVersion: row.currentVersion,
      pinned: row.pinned,
    };
  }
  return loaded;
}

/** Reads the profiles of dialogs again, after this transaction has moved identities. */
export async function reloadProfiles(tx: Transaction, loaded: LoadedDialog[]): Promise<void> {
  const rows = await reload.all(tx, { wanted: loaded });
  const profileOf = profilesByRow();
  for (const row of rows) {
    const dialog = loaded[row.n - 1]!;
    dialog.profile = profileOf(dialog.projectId, row);
  }
}

/** @returns the ids of the profiles that are locked now */
async function lockProfiles(
  tx: Transaction,
  wanted: { projectId: string; identityId: string }[],
  others: { projectId: string; profileId: string }[],
): Promise<Set<string>> {
  const rows = await lock.all(tx, { wanted, more: others });
  return new Set(rows.map((row) => row.id));
}

/** Makes one object for each profile, so that dialogs of one customer share their changes. */
function profilesByRow(): (projectId: string, row: ProfileRow) => LockedProfile {
  const locked = new Map<string, LockedProfile>();
  return (projectId, { profileId: id, status, state, tags, accessText, paidAccess }) => {
    const known = locked.get(id);
    if (known) return known;
    const access = parseExactly(accessText) as JsonObject;
    const read = { id, projectId, status, state, tags, access, accessText, paidAccess };
    const profile: LockedProfile = { ...read, changes: [] };
    locked.set(id, profile);
    return profile;
  };
}

/** A profile as templates read it. */
export function profileScope(
  profile: Pick<LockedProfile, 'id' | 'status' | 'tags' | 'access' | 'paidAccess'>,
  name: string | null,
): JsonObject {
  const { status, tags, access, paidAccess } = profile;
  return {
    id: showId('profile', profile.id),
    name,
    status,
    tags,
    access,
    paid_access: paidAccess as JsonObject[],
  };
}

/** An identity as templates read it. */
export function identityScope(
  dialog: Pick<LoadedDialog, 'identityId' | 'externalId' | 'name' | 'channelType' | 'channelId'>,
): JsonObject {
  return {
    id: showId('identity', dialog.identityId),
    external_id: dialog.externalId,
    name: dialog.name,
    channel: dialog.channelType,
    channel_id: showId('channel', dialog.channelId),
  };
}
