import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InnerKind } from '../../src/dialog/tasks/kinds.ts';
import { Outbox } from '../../src/dialog/tasks/outbox.ts';
import { Overtaken } from '../../src/dialog/tasks/overtaken.ts';
import type { Task } from '../../src/dialog/tasks/task.ts';
import { newId, readId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import type { Answer } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { type Customer, identitiesOf, makeScene, type Scene } from './scene.ts';

let scene: Scene;
/** The test's own connections: those of the server are few, and what it does while the test holds a lock needs them. */
let own: Database;

beforeAll(async () => {
  scene = await makeScene();
  own = openDatabase(scene.server.database.address, { connections: 4, onError: () => {} });
});

afterAll(async () => {
  await own?.close();
  await scene?.server.close();
});

const uuidOf = (customer: Customer) => readId('profile', customer.profileId)!;

/** Every profile of the project with its identities, as the project API lists them. */
async function profiles(): Promise<{ id: string; tags: string[]; identities: { id: string }[] }[]> {
  const all: any[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const path = `/api/v1/projects/${scene.project.id}/profiles?offset=${offset}`;
    const { body } = await scene.server.call('GET', path, scene.project);
    all.push(...body.items);
    offset = body.next_offset;
  }
  return all;
}

/** Expects each of these identities in exactly one profile, and no profile without one. */
async function expectConserved(customers: Customer[]) {
  const found = await profiles();
  expect(found.filter(({ identities }) => identities.length === 0)).toEqual([]);
  const ids = found.flatMap(({ identities }) => identities.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(customers.map(({ id }) => id)));
  return found;
}

/** The number of connections of this database that wait for a lock of another one. */
async function waiting(): Promise<number> {
  const { rows } = await own.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`,
  );
  return rows[0]!.n;
}

/**
 * Starts functions while another transaction locks a profile, each when the one before waits for the lock; then
 * releases the lock.
 */
async function whileHeld(customer: Customer, ...things: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const begun: Promise<unknown>[] = [];
  await own.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM dialog.profiles WHERE id = $1 FOR UPDATE', [uuidOf(customer)]);
    for (const [i, thing] of things.entries()) {
      begun.push(thing());
      await until(async () => (await waiting()) > i);
    }
  });
  return Promise.all(begun);
}

/** A message of a customer as the worker passes it to its kind. */
const taskOf = (customer: Customer, text: string, tag: string) =>
  ({
    projectId: readId('project', scene.project.id)!,
    id: newId(),
    identityId: readId('identity', customer.id)!,
    environment: 'sandbox',
    requestId: null,
    createdAt: new Date(),
    payload: { text, data: { tag } },
  }) as unknown as Task;
const received = () => scene.server.server.parts.kinds.received as InnerKind;

describe('a turn and a merge of the same customer', () => {
  it('a turn that waited for a merged profile goes on with the surviving profile', async () => {
    const [older, younger] = [await scene.customer({ tags: ['a'] }), await scene.customer({ tags: ['b'] })];
    let message = '';
    const [linked] = (await whileHeld(
      younger,
      () => scene.link(older.profileId, younger.profileId),
      async () => {
        message = await scene.say(younger, 'hello', { tag: 'said' });
      },
    )) as [any];
    expect(linked.status).toBe(200);
    expect((await scene.outcome(message)).action).toBe('message.started');
    expect((await scene.profile(older.profileId)).body.tags).toEqual(['a', 'b', 'said']);
  });

  it('a turn changes no profile that it has not locked, and starts again', async () => {
    const [older, younger] = [await scene.customer(), await scene.customer()];
    const turn = () =>
      own.transaction((tx) => received().apply(tx, [taskOf(younger, 'hello', 'said')], new Outbox()));
    const merge = () => scene.link(older.profileId, younger.profileId);
    await expect(whileHeld(younger, merge, turn)).rejects.toThrow(Overtaken);
    await turn();
    expect((await scene.profile(older.profileId)).body.tags).toEqual(['said']);
  });

  it("an operator's hold that waited for a merged profile holds the dialog", async () => {
    const [older, younger] = [await scene.customer(), await scene.customer()];
    const answers = (await whileHeld(
      younger,
      () => scene.link(older.profileId, younger.profileId),
      () => scene.owner('POST', `/dialogs/${younger.id}/hold`),
    )) as Answer[];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]!.body).toMatchObject({ identity_id: younger.id, held: { until: null } });
  });

  it('a merge that waited for a turn keeps the changes of the turn', async () => {
    const [older, younger] = [await scene.customer(), await scene.customer()];
    const [message, linked] = (await whileHeld(
      younger,
      () => scene.say(younger, 'hello', { tag: 'said' }),
      () => scene.link(older.profileId, younger.profileId),
    )) as [string, any];
    expect((await scene.outcome(message)).action).toBe('message.started');
    expect(linked.body.tags).toEqual(['said']);
  });

  it('a turn that waited while its account was unlinked goes on with the new profile', async () => {
    const [stays, goes] = [await scene.customer(), await scene.customer()];
    await scene.link(stays.profileId, goes.profileId);
    let message = '';
    const [unlinked] = (await whileHeld(
      stays,
      () => scene.unlink(stays.profileId, goes.id),
      async () => {
        message = await scene.say(goes, 'hello', { tag: 'said' });
      },
    )) as [any];
    await scene.outcome(message);
    expect((await scene.profile(unlinked.body.id)).body.tags).toEqual(['said']);
    expect((await scene.profile(stays.profileId)).body.tags).toEqual([]);
  });
});

describe('link codes', () => {
  it('used at the same instant in opposite directions make one profile', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 4 }, async () => [await scene.customer(), await scene.customer()] as const),
    );
    const entries = await Promise.all(
      pairs.map(async ([a, b]) => {
        const codes = await Promise.all(
          [a, b].map(({ id }) => scene.make('POST', '/link-codes', { identity_id: id })),
        );
        return Promise.all([
          scene.said(a, `/link ${codes[1].code}`),
          scene.said(b, `/link ${codes[0].code}`),
        ]);
      }),
    );
    for (const [i, pair] of entries.entries()) {
      expect(pair.map(({ action }) => action).sort()).toEqual(['message.link_refused', 'message.linked']);
      const [a, b] = pairs[i]!;
      const found = (await profiles()).filter(({ identities }) => identities.some(({ id }) => id === a.id));
      expect(found.map(({ identities }) => identities.map(({ id }) => id).sort())).toEqual([
        [a.id, b.id].sort(),
      ]);
    }
  });

  it('that many customers send at once make one link', async () => {
    const target = await scene.customer();
    const customers = await Promise.all(Array.from({ length: 6 }, () => scene.customer()));
    const { code } = await scene.make('POST', '/link-codes', { profile_id: target.profileId });
    const entries = await Promise.all(customers.map((customer) => scene.said(customer, `/link ${code}`)));
    expect(entries.filter(({ action }) => action === 'message.linked')).toHaveLength(1);
    expect(identitiesOf(await scene.profile(target.profileId))).toHaveLength(2);
  });

  it('used in one transaction with other turns of the same customers leave no stale data', async () => {
    const target = await scene.customer({ state: { city: 'Riga' } });
    const others = await Promise.all(
      Array.from({ length: 3 }, () => scene.customer({ state: { size: 'M' } })),
    );
    const [first, second, third] = others as [Customer, Customer, Customer];
    const twin = await scene.customer();
    await scene.link(...others.map(({ profileId }) => profileId));
    await scene.link(target.profileId, twin.profileId);
    const { code } = await scene.make('POST', '/link-codes', { profile_id: target.profileId });
    const tasks = [
      taskOf(first, 'hello', 'before'),
      taskOf(target, 'hello', 'other'),
      taskOf(second, `/link ${code}`, 'none'),
      taskOf(third, 'hello', 'after'),
      taskOf(twin, 'hello', 'last'),
    ];
    const outcomes = await own.transaction((tx) => received().apply(tx, tasks, new Outbox()));
    expect(outcomes.map((outcome: any) => outcome.action)).toEqual([
      'started',
      'started',
      'linked',
      'started',
      'started',
    ]);
    const answer = await scene.profile(target.profileId);
    expect(answer.body).toMatchObject({
      state: { city: 'Riga', size: 'M' },
      tags: ['other', 'before', 'after', 'last'],
    });
    expect(identitiesOf(answer).sort()).toEqual([target, twin, ...others].map(({ id }) => id).sort());
  });
});

describe('accounts and profiles', () => {
  it('stay consistent through any merges, unlinkings and undos', async () => {
    const places = fc.uniqueArray(fc.nat(5), { minLength: 2, maxLength: 4 });
    const step = fc.oneof(
      fc.record({ do: fc.constant('link' as const), places }),
      fc.record({ do: fc.constant('unlink' as const), place: fc.nat(5) }),
      fc.record({ do: fc.constant('undo' as const), which: fc.nat(9) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const customers = await Promise.all(
          Array.from({ length: 6 }, (_, i) => scene.customer({ tags: [`t${i}`], state: { [`k${i}`]: 'v' } })),
        );
        const ids = customers.map(({ id }) => id);
        // The model: whose profile each account is in.
        const placeOf = new Map(customers.map(({ id, profileId }) => [id, profileId]));
        const links: string[] = [];
        for (const each of steps) {
          if (each.do === 'link') {
            const wanted = [...new Set(each.places.map((place) => placeOf.get(ids[place]!)!))];
            const answer = await scene.link(...wanted);
            if (wanted.length < 2) {
              expect(answer.status).toBe(422);
              continue;
            }
            links.push(answer.body.link_id);
            expect(wanted).toContain(answer.body.id);
            for (const [id, at] of placeOf) if (wanted.includes(at)) placeOf.set(id, answer.body.id);
          } else if (each.do === 'unlink') {
            const id = ids[each.place]!;
            const answer = await scene.unlink(placeOf.get(id)!, id);
            const alone = [...placeOf.values()].filter((at) => at === placeOf.get(id)).length === 1;
            expect(answer.status).toBe(alone ? 409 : 200);
            if (!alone) placeOf.set(id, answer.body.id);
          } else if (links.length > 0) {
            const answer = await scene.undo(links[each.which % links.length]!);
            expect([200, 409]).toContain(answer.status);
            for (const profile of answer.body.profiles ?? []) {
              for (const { id } of profile.identities) placeOf.set(id, profile.id);
            }
          }
        }
        const found = await expectConserved(customers);
        const ours = found.filter(({ identities }) => identities.some(({ id }) => ids.includes(id)));
        expect(
          new Map(ours.flatMap(({ id: at, identities }) => identities.map(({ id }) => [id, at] as const))),
        ).toEqual(placeOf);
        // No data was lost: each value is still in one of the profiles.
        const tags = ours.flatMap((profile) => profile.tags);
        expect(tags).toEqual(expect.arrayContaining(customers.map((_, i) => `t${i}`)));
      }),
      { numRuns: 8 },
    );
  });

  it('and messages of customers survive links and unlinks by owners meanwhile', async () => {
    const customers = await Promise.all(Array.from({ length: 6 }, () => scene.customer()));
    const mine = new Set(customers.map(({ id }) => id));
    const said: string[] = [];
    const speak = async (customer: Customer, i: number) => {
      for (let n = 0; n < 5; n++) said.push(await scene.say(customer, 'hello', { tag: `c${i}-${n}` }));
    };
    const arrange = async (seed: number) => {
      for (let n = 0; n < 4; n++) {
        const now = (await profiles()).filter(({ identities }) => identities.some(({ id }) => mine.has(id)));
        const some = now.filter((_, i) => (i + seed + n) % 3 !== 0).map(({ id }) => id);
        const answers: Answer[] = [];
        if (some.length > 1) answers.push(await scene.link(...some));
        const crowded = now.find(({ identities }) => identities.length > 1);
        if (crowded) answers.push(await scene.unlink(crowded.id, crowded.identities[0]!.id));
        if (answers[0]?.body.link_id && n % 2) answers.push(await scene.undo(answers[0].body.link_id));
        // Only changes that another owner made first are refused.
        for (const { status } of answers) expect([200, 404, 409]).toContain(status);
      }
    };
    await Promise.all([...customers.map(speak), arrange(0), arrange(1)]);
    const entries = await Promise.all(said.map((id) => scene.outcome(id)));
    expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['message.started']));
    const found = await expectConserved(customers);
    const tags = new Set(found.flatMap((profile) => profile.tags));
    const expected = customers.flatMap((_, i) => Array.from({ length: 5 }, (__, n) => `c${i}-${n}`));
    expect(expected.filter((tag) => !tags.has(tag))).toEqual([]);
    const { rows } = await own.query(
      `SELECT 1 FROM dialog.identities AS i WHERE NOT EXISTS (
         SELECT 1 FROM dialog.profiles AS p WHERE p.project_id = i.project_id AND p.id = i.profile_id)`,
    );
    expect(rows).toEqual([]);
  });
});
