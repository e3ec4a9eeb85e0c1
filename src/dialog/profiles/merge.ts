import { JsonText } from '../../platform/json-text.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import { losslessItems, losslessMembers, objectOf } from '../http/json-body.ts';
import type { JsonObject } from '../template/json.ts';

/** The fields of a profile that a merge changes. JSON is kept as text, so that digits and order are kept. */
export interface ProfileFields {
  status: string;
  /** An object of strings. */
  state: string;
  tags: string[];
  /** A free-form object. */
  access: string;
  /** A list of `{"product", "until", "order_id"}`. */
  paidAccess: string;
}

/** The fields as members for `jsonText`, with their values as they are stored. */
export const writeFields = ({ status, state, tags, access, paidAccess }: ProfileFields) => ({
  status,
  state: new JsonText(state),
  tags,
  access: new JsonText(access),
  paid_access: new JsonText(paidAccess),
});

/** A disagreement of profiles: the survivor's value, and the values of the others. */
export interface Conflict<Profile> {
  field: 'status' | 'state' | 'access';
  /** Null for `status`. */
  key: string | null;
  /** The survivor's value as JSON text. */
  kept: string;
  dropped: { profile: Profile; value: string }[];
}

/**
 * Merges the fields of profiles: the first profile wins, and missing values come from the others in their order.
 * @param profiles the survivor first, then the others by age
 */
export function mergeFields(profiles: [ProfileFields, ...ProfileFields[]]): ProfileFields {
  return {
    status: profiles[0].status,
    state: unitedMembers(profiles.map(({ state }) => state)),
    tags: [...new Set(profiles.flatMap(({ tags }) => tags))],
    access: unitedMembers(profiles.map(({ access }) => access)),
    paidAccess: `[${profiles.flatMap(({ paidAccess }) => losslessItems(paidAccess)).join()}]`,
  };
}

/** The values that a merge drops because another profile has a different one. @param profiles see `mergeFields` */
export function conflictsOf<Profile extends ProfileFields>(profiles: Profile[]): Conflict<Profile>[] {
  const of = (
    field: 'status' | 'state' | 'access',
    key: string | null,
    read: (profile: Profile) => string | undefined,
  ): Conflict<Profile>[] => {
    const values = profiles.flatMap((profile) => {
      const value = read(profile);
      return value === undefined ? [] : [{ profile, value }];
    });
    const [{ value: kept }, ...others] = values as [{ profile: Profile; value: string }, ...typeof values];
    const dropped = others.filter(({ value }) => !same(value, kept));
    return dropped.length > 0 ? [{ field, key, kept, dropped }] : [];
  };
  const ofMembers = (field: 'state' | 'access') => {
    const members = new Map(profiles.map((profile) => [profile, losslessMembers(profile[field])]));
    const names = new Set([...members.values()].flatMap((each) => [...each.keys()]));
    return [...names].flatMap((name) => of(field, name, (profile) => members.get(profile)!.get(name)));
  };
  return [
    ...of('status', null, ({ status }) => JSON.stringify(status)),
    ...ofMembers('state'),
    ...ofMembers('access'),
  ];
}

/**
 * The reverse of a merge. The absorbed profiles get their former fields. The survivor keeps its own values and everything that
 * has changed since; values that came from others and are unchanged are removed.
 *
 * Paid access is not restored from before the merge, because an order may have been refunded since. Each order's access
 * returns to the profile that brought it, in its current state, if it still exists.
 *
 * @param now the survivor
 * @param before the survivor before the merge
 * @param absorbed the others before the merge, by age
 */
export function unmergeFields(
  now: ProfileFields,
  before: ProfileFields,
  absorbed: ProfileFields[],
): { survivor: ProfileFields; restored: ProfileFields[] } {
  const foreignTags = new Set(absorbed.flatMap(({ tags }) => tags));
  for (const tag of before.tags) foreignTags.delete(tag);
  const own = ordersOf(before);
  const brought = absorbed.map((profile) => ordersOf(profile));
  const rights = losslessItems(now.paidAccess).map((right) => {
    const order = orderOf(right);
    return { right, by: own.has(order) ? -1 : brought.findIndex((orders) => orders.has(order)) };
  });
  const rightsBy = (index: number) =>
    `[${rights
      .filter(({ by }) => by === index)
      .map(({ right }) => right)
      .join()}]`;
  const members = (field: 'state' | 'access') =>
    membersWithout(
      now[field],
      before[field],
      absorbed.map((profile) => profile[field]),
    );
  return {
    survivor: {
      status: now.status,
      state: members('state'),
      tags: now.tags.filter((tag) => !foreignTags.has(tag)),
      access: members('access'),
      paidAccess: rightsBy(-1),
    },
    restored: absorbed.map((profile, index) => ({ ...profile, paidAccess: rightsBy(index) })),
  };
}

/**
 * The text of an object after a change of it: members that differ are replaced, added or taken out, and all others keep their text.
 * @param before what the text was parsed to
 */
export function changedMembers(text: string, before: JsonObject, after: JsonObject): string {
  const members = losslessMembers(text);
  for (const name of members.keys()) if (!Object.hasOwn(after, name)) members.delete(name);
  for (const [name, value] of Object.entries(after)) {
    const written = JSON.stringify(value);
    const isSame = Object.hasOwn(before, name) && JSON.stringify(before[name]) === written;
    if (!isSame) members.set(name, written);
  }
  return objectOf(members);
}

function unitedMembers(objects: string[]): string {
  const united = new Map<string, string>();
  for (const object of objects) {
    for (const [name, value] of losslessMembers(object)) if (!united.has(name)) united.set(name, value);
  }
  return objectOf(united);
}

function membersWithout(now: string, before: string, absorbed: string[]): string {
  const own = losslessMembers(before);
  const brought = losslessMembers(unitedMembers(absorbed));
  const kept = [...losslessMembers(now)].filter(([name, value]) => {
    const foreign = brought.get(name);
    return own.has(name) || foreign === undefined || !same(value, foreign);
  });
  return objectOf(kept);
}

const ordersOf = ({ paidAccess }: ProfileFields) => new Set(losslessItems(paidAccess).map(orderOf));
const orderOf = (right: string): unknown => (JSON.parse(right) as { order_id?: unknown }).order_id;
const same = (a: string, b: string) => a === b || canonicalJson(a) === canonicalJson(b);
