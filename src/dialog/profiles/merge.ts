import { canonicalJson, losslessItems, losslessMembers } from '../http/json-body.ts';

/** What of a profile a merge is about. JSON is kept as its text, so that no digit and no order is lost. */
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

/** Where profiles disagreed: what the survivor keeps, and what others had in its place. */
export interface Conflict<Profile> {
  field: 'status' | 'state' | 'access';
  /** Null for `status`. */
  key: string | null;
  /** JSON texts. */
  kept: string;
  dropped: { profile: Profile; value: string }[];
}

/**
 * One profile out of several: the first wins, and what it does not have comes from the others in their order.
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

/** What a merge would drop because another profile has something else there. @param profiles as `mergeFields` has them */
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
 * The opposite of a merge. The absorbed profiles are as they were. The survivor keeps what it had itself and what has
 * changed since; what came from others and is as they brought it goes.
 *
 * Paid rights are not brought back from the past, where a refund has not happened yet: an order's right goes back to
 * the profile that brought it, as it is now, if it is still there.
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

function objectOf(members: Iterable<[string, string]>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
}

const ordersOf = ({ paidAccess }: ProfileFields) => new Set(losslessItems(paidAccess).map(orderOf));
const orderOf = (right: string): unknown => (JSON.parse(right) as { order_id?: unknown }).order_id;
const same = (a: string, b: string) => a === b || canonicalJson(a) === canonicalJson(b);
