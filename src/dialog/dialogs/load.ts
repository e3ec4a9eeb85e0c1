import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { ChannelTypeName } from '../messages/content.ts';
import type { Position } from '../scenario/position.ts';
import type { JsonObject } from '../scenario/template.ts';
import type { Environment } from '../schema.ts';
import { Overtaken } from '../tasks/kinds.ts';

/** A customer's profile while it is locked: shared by the dialogs of all their identities in one transaction. */
export interface LockedProfile {
  id: string;
  projectId: string;
  status: string;
  state: Record<string, string>;
  tags: string[];
  access: JsonObject;
  paidAccess: unknown[];
  /** What of it was changed and has to be written. */
  changed: Set<'state' | 'tags'>;
}

/** The dialog with an identity, as it stands at the beginning of a turn. */
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
  /** Stimuli that came while it was held. */
  kept: unknown[];
  /** The newest published version; null before the first. */
  currentVersion: number | null;
}

interface ProfileRow {
  profile_id: string;
  status: string;
  state: Record<string, string>;
  tags: string[];
  access: JsonObject;
  paid_access: unknown[];
}

const profileColumns = 'p.id AS profile_id, p.status, p.state, p.tags, p.access, p.paid_access';

interface Row extends ProfileRow {
  n: number;
  external_id: string;
  name: string | null;
  channel_id: string;
  channel_type: ChannelTypeName;
  environment: Environment;
  version: number | null;
  position: Position | null;
  held_at: Date | null;
  held_by: string | null;
  held_until: Date | null;
  kept: unknown[] | null;
  current_version: number | null;
}

/**
 * Reads dialogs with the profiles of their customers, and locks the profiles: two identities of one customer may be in
 * different hands, and identities move between profiles that are linked. Whoever moves one holds both profiles.
 *
 * All profiles are locked by one statement, in one order for everybody, so that nobody waits in a circle. A profile
 * that was merged away while this waited for it is not in hand then, and neither is the one that it went into. To wait
 * for that one too would break the order; so all locks are given up and taken anew.
 *
 * @param more profiles to be locked with them
 * @returns in the order asked for; undefined where the identity or its channel is gone.
 * @throws Overtaken when an identity went to another profile meanwhile
 */
export async function loadDialogs(
  tx: Transaction,
  wanted: { projectId: string; identityId: string }[],
  more: { projectId: string; profileId: string }[] = [],
): Promise<(LoadedDialog | undefined)[]> {
  const held = await lockProfiles(tx, wanted, more);
  const { rows } = await tx.query<Row>({
    name: 'dialogs-load',
    text: `SELECT w.n::int AS n, i.external_id, i.name, c.id AS channel_id, c.type AS channel_type, c.environment,
             ${profileColumns},
             d.version, d.position, d.held_at, d.held_by, d.held_until, d.kept,
             (SELECT v.version FROM dialog.scenario_versions AS v WHERE v.project_id = w.project_id
              ORDER BY v.version DESC LIMIT 1) AS current_version
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w(project_id, id, n)
           JOIN dialog.identities AS i ON i.project_id = w.project_id AND i.id = w.id
           JOIN dialog.channels AS c ON c.project_id = i.project_id AND c.id = i.channel_id AND c.deleted_at IS NULL
           JOIN dialog.profiles AS p ON p.project_id = i.project_id AND p.id = i.profile_id
           LEFT JOIN dialog.dialogs AS d ON d.project_id = i.project_id AND d.identity_id = i.id`,
    values: [wanted.map((w) => w.projectId), wanted.map((w) => w.identityId)],
  });
  if (rows.some((row) => !held.has(row.profile_id))) throw new Overtaken();
  const profileOf = profilesByRow();
  const loaded: (LoadedDialog | undefined)[] = wanted.map(() => undefined);
  for (const row of rows) {
    const { projectId, identityId } = wanted[row.n - 1]!;
    loaded[row.n - 1] = {
      projectId,
      identityId,
      externalId: row.external_id,
      name: row.name,
      channelId: row.channel_id,
      channelType: row.channel_type,
      environment: row.environment,
      profile: profileOf(projectId, row),
      version: row.version,
      position: row.position,
      heldAt: row.held_at,
      heldBy: row.held_by,
      heldUntil: row.held_until,
      kept: row.kept ?? [],
      currentVersion: row.current_version,
    };
  }
  return loaded;
}

/** Gives dialogs the profiles that their identities have now, after this transaction has moved some. */
export async function reloadProfiles(tx: Transaction, dialogs: LoadedDialog[]): Promise<void> {
  const { rows } = await tx.query<ProfileRow & { n: number }>({
    name: 'profiles-reload',
    text: `SELECT w.n::int AS n, ${profileColumns}
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w(project_id, id, n)
           JOIN dialog.identities AS i ON i.project_id = w.project_id AND i.id = w.id
           JOIN dialog.profiles AS p ON p.project_id = i.project_id AND p.id = i.profile_id`,
    values: [dialogs.map((d) => d.projectId), dialogs.map((d) => d.identityId)],
  });
  const profileOf = profilesByRow();
  for (const row of rows) {
    const dialog = dialogs[row.n - 1]!;
    dialog.profile = profileOf(dialog.projectId, row);
  }
}

/** @returns the ids of those that are locked now */
async function lockProfiles(
  tx: Transaction,
  wanted: { projectId: string; identityId: string }[],
  more: { projectId: string; profileId: string }[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'dialogs-lock',
    text: `SELECT p.id FROM dialog.profiles AS p
           WHERE (p.project_id, p.id) IN (
             SELECT i.project_id, i.profile_id FROM unnest($1::uuid[], $2::uuid[]) AS w(project_id, id)
             JOIN dialog.identities AS i ON i.project_id = w.project_id AND i.id = w.id
             UNION SELECT * FROM unnest($3::uuid[], $4::uuid[]))
           ORDER BY p.project_id, p.id FOR UPDATE`,
    values: [
      wanted.map((w) => w.projectId),
      wanted.map((w) => w.identityId),
      more.map((m) => m.projectId),
      more.map((m) => m.profileId),
    ],
  });
  return new Set(rows.map((row) => row.id));
}

/** One object for each profile, so that what one dialog changes is what the next one finds. */
function profilesByRow(): (projectId: string, row: ProfileRow) => LockedProfile {
  const profiles = new Map<string, LockedProfile>();
  return (projectId, { profile_id: id, status, state, tags, access, paid_access: paidAccess }) => {
    const known = profiles.get(id);
    if (known) return known;
    const profile = { id, projectId, status, state, tags, access, paidAccess, changed: new Set<never>() };
    profiles.set(id, profile);
    return profile;
  };
}

/** A profile as templates see it. */
export function profileScope(profile: LockedProfile, name: string | null): JsonObject {
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

/** An identity as templates see it. */
export function identityScope(dialog: LoadedDialog): JsonObject {
  return {
    id: showId('identity', dialog.identityId),
    external_id: dialog.externalId,
    name: dialog.name,
    channel: dialog.channelType,
    channel_id: showId('channel', dialog.channelId),
  };
}
