import { showId } from '../../platform/ids.ts';
import type { Driven } from '../flows/drive.ts';
import { changedMembers } from '../profiles/merge.ts';
import type { Cause } from '../schema.ts';
import type { JsonObject } from '../template/json.ts';

/** What flows change in profiles, for the audit log. */

/** What one flow changed in a profile, in one transaction. */
export interface ProfileChange {
  cause: Cause;
  /** The account with which the flow runs. */
  identityId: string;
  fields: Set<'state' | 'tags' | 'status' | 'access'>;
  /** The fields of the state. */
  state: Set<string>;
  added: Set<string>;
  removed: Set<string>;
}

/** A profile whose changes are gathered until it is written. */
interface ChangingProfile {
  state: Record<string, string>;
  tags: string[];
  status: string;
  access: JsonObject;
  /** The same as JSON text, with all digits of its numbers. */
  accessText: string;
  changes: ProfileChange[];
}

/** Applies what a turn has changed of the profile. Several turns of one flow make one change. */
export function changeProfile(
  { profile, identityId }: { profile: ChangingProfile; identityId: string },
  driven: Pick<Driven, 'state' | 'tags' | 'profile' | 'changes'>,
  cause: Cause,
): void {
  const { state, tags, changes } = driven;
  if (Object.values(changes).includes(true)) {
    const change = changeBy(profile.changes, cause, identityId);
    if (changes.state) {
      change.fields.add('state');
      const keys = new Set([...Object.keys(profile.state), ...Object.keys(state)]);
      for (const key of keys) if (profile.state[key] !== state[key]) change.state.add(key);
    }
    if (changes.tags) {
      change.fields.add('tags');
      for (const tag of tags) if (!profile.tags.includes(tag)) move(tag, change.removed, change.added);
      for (const tag of profile.tags) if (!tags.includes(tag)) move(tag, change.added, change.removed);
    }
    if (changes.status) {
      change.fields.add('status');
      profile.status = driven.profile.status as string;
    }
    if (changes.access) {
      change.fields.add('access');
      const access = driven.profile.access as JsonObject;
      profile.accessText = changedMembers(profile.accessText, profile.access, access);
      profile.access = access;
    }
  }
  Object.assign(profile, { state, tags });
}

function changeBy(changes: ProfileChange[], cause: Cause, identityId: string): ProfileChange {
  const known = changes.find(
    (change) => change.cause.workflow === cause.workflow && change.identityId === identityId,
  );
  if (known) {
    // Two runs of one workflow: the longer chain counts.
    if (cause.depth > known.cause.depth) known.cause = cause;
    return known;
  }
  const made = { cause, identityId, fields: new Set<never>(), state: new Set<never>() };
  changes.push({ ...made, added: new Set(), removed: new Set() });
  return changes.at(-1)!;
}

/** Moves a tag to another list; one that comes back to where it was has not changed. */
function move(tag: string, from: Set<string>, to: Set<string>): void {
  if (!from.delete(tag)) to.add(tag);
}

/** Most names and tags that an entry lists; a profile has at most 500 fields and 100 tags. */
const mostListed = 100;

/** The data of the audit entry: names of fields and tags, but no values. */
export function dataOf({ identityId, fields, state, added, removed }: ProfileChange) {
  const list = (of: Set<string>) => [...of].slice(0, mostListed);
  return {
    fields: [...fields],
    identity_id: showId('identity', identityId),
    ...(state.size > 0 && { state: list(state) }),
    ...(added.size > 0 && { tags_added: list(added) }),
    ...(removed.size > 0 && { tags_removed: list(removed) }),
  };
}
