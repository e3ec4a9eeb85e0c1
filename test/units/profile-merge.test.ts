import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conflictsOf,
  mergeFields,
  type ProfileFields,
  unmergeFields,
} from '../../src/dialog/profiles/merge.ts';

const fields = (given: Partial<ProfileFields> = {}): ProfileFields => ({
  status: 'active',
  state: '{}',
  tags: [],
  access: '{}',
  paidAccess: '[]',
  ...given,
});

const key = fc.constantFrom('a', 'b', 'c', '1', '__proto__', 'toString');
const members = (value: fc.Arbitrary<unknown>) =>
  fc
    .uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 4 })
    .map((pairs) => `{${pairs.map(([name, v]) => `${JSON.stringify(name)}:${JSON.stringify(v)}`).join()}}`);
const profile = fc.record({
  status: fc.constantFrom('active', 'vip'),
  state: members(fc.constantFrom('x', 'y')),
  tags: fc.uniqueArray(fc.constantFrom('t', 'u', 'v')),
  access: members(fc.constantFrom(1, 2, null, { n: [1] })),
  paidAccess: fc.constant('[]'),
});
/** Each with its own paid access, since an order grants access once. */
const some = fc
  .array(fc.tuple(profile, fc.nat(2)), { minLength: 2, maxLength: 4 })
  .map((all) =>
    all.map(([each, orders], i) => ({
      ...each,
      paidAccess: JSON.stringify(Array.from({ length: orders }, (_, n) => ({ order_id: `${i}-${n}` }))),
    })),
  )
  .map((all) => all as [ProfileFields, ...ProfileFields[]]);

const parsed = ({ state, access, paidAccess, ...rest }: ProfileFields) => ({
  ...rest,
  state: new Map(Object.entries(JSON.parse(state) as object)),
  access: new Map(Object.entries(JSON.parse(access) as object)),
  paidAccess: JSON.parse(paidAccess),
});

describe('a merge of fields', () => {
  it('takes the value of each key from the first profile that has it', () => {
    fc.assert(
      fc.property(some, (profiles) => {
        const merged = parsed(mergeFields(profiles));
        const all = profiles.map(parsed);
        for (const field of ['state', 'access'] as const) {
          const names = new Set(all.flatMap((each) => [...each[field].keys()]));
          expect(new Set(merged[field].keys())).toEqual(names);
          for (const name of names) {
            const first = all.find((each) => each[field].has(name))!;
            expect(merged[field].get(name)).toEqual(first[field].get(name));
          }
        }
        expect(new Set(merged.tags)).toEqual(new Set(all.flatMap(({ tags }) => tags)));
        expect(merged.status).toBe(all[0]!.status);
        expect(merged.paidAccess).toEqual(all.flatMap(({ paidAccess }) => paidAccess));
      }),
    );
  });

  it('leaves every profile as it was if it is undone at once', () => {
    fc.assert(
      fc.property(some, (profiles) => {
        const [before, ...absorbed] = profiles;
        const { survivor, restored } = unmergeFields(mergeFields(profiles), before, absorbed);
        expect([survivor, ...restored].map(parsed)).toEqual(profiles.map(parsed));
      }),
    );
  });

  it('names exactly what it drops', () => {
    fc.assert(
      fc.property(some, (profiles) => {
        const merged = parsed(mergeFields(profiles));
        const dropped = conflictsOf(profiles).flatMap((conflict) =>
          conflict.dropped.map(({ profile: of, value }) => [
            conflict.field,
            conflict.key,
            profiles.indexOf(of),
            value,
          ]),
        );
        const lost = (['state', 'access'] as const).flatMap((field) =>
          profiles.flatMap((each, i) =>
            [...parsed(each)[field]]
              .filter(([name, value]) => JSON.stringify(merged[field].get(name)) !== JSON.stringify(value))
              .map(([name, value]) => [field, name, i, JSON.stringify(value)]),
          ),
        );
        const statuses = profiles.flatMap(({ status }, i) =>
          status === merged.status ? [] : [['status', null, i, JSON.stringify(status)]],
        );
        expect(dropped.map(String).sort()).toEqual([...lost, ...statuses].map(String).sort());
      }),
    );
  });
});

describe('a merge that is undone later', () => {
  it('removes only values that came from others and have not changed', () => {
    const before = fields({ state: '{"own":"1"}', tags: ['own'] });
    const other = fields({ state: '{"own":"2","kept":"1","gone":"\\u0041"}', tags: ['own', 'theirs'] });
    const now = fields({
      state: '{"own":"3","kept":"changed","gone":"A","new":"1"}',
      tags: ['own', 'theirs', 'new'],
    });
    expect(unmergeFields(now, before, [other])).toEqual({
      survivor: fields({ state: '{"own":"3","kept":"changed","new":"1"}', tags: ['own', 'new'] }),
      restored: [other],
    });
  });

  it('does not restore access that ended since', () => {
    const other = fields({ paidAccess: '[{"order_id":"a"},{"order_id":"b"}]' });
    const now = fields({ paidAccess: '[{"order_id":"b","until":1.0},{"order_id":"c"}]' });
    expect(unmergeFields(now, fields(), [other])).toEqual({
      survivor: fields({ paidAccess: '[{"order_id":"c"}]' }),
      restored: [fields({ paidAccess: '[{"order_id":"b","until":1.0}]' })],
    });
  });
});
