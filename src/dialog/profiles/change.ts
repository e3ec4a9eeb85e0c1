import type { Queryable } from '../../platform/postgres.ts';
import { type ProfilePatch, type ProfileWriter, patchProfile } from './store.ts';

/** A person or a channel who changes a profile. */
export type PersonWriting = Omit<ProfileWriter, 'keyId'>;

/**
 * Replaces fields of a profile for a person or a channel, by the rules of the project API.
 * @returns the whole profile as JSON text; undefined if there is none
 */
export function changeProfile(
  database: Queryable,
  person: PersonWriting,
  profileId: string,
  patch: ProfilePatch,
): Promise<string | undefined> {
  return patchProfile(database, { ...person, keyId: null }, profileId, patch);
}
