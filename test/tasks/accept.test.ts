import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withinOneDay } from '../harness/within-one-day.ts';
import { type Stage, setStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

describe('acceptance by group commit', () => {
  beforeEach(withinOneDay);

  it('accepts or refuses every write of a batch separately', async () => {
    const acceptor = stage.acceptor();
    const identity = await stage.identity();
    const known = stage.submission(identity);
    await acceptor.accept(known);
    const verdicts = await Promise.all(
      [
        stage.submission(identity),
        { ...stage.submission(identity), key: known.key },
        { ...stage.submission(identity), key: known.key, fingerprint: Buffer.from('other') },
        stage.submission('00000000-0000-0000-0000-000000000000'),
        { ...stage.submission(identity), keyId: '00000000-0000-0000-0000-000000000000' },
        { ...stage.submission(identity), refusedChannelTypes: ['telegram', 'webhook'] },
        { ...stage.submission(identity), refusedChannelTypes: ['telegram'] },
      ].map(async (submission) => (await acceptor.accept(submission)).verdict),
    );
    expect(verdicts).toEqual([
      'accepted',
      'replayed',
      'reused',
      'identity_not_found',
      'revoked',
      'channel_limits',
      'accepted',
    ]);
  });

  it('fails alone if the database refuses one row', async () => {
    const acceptor = stage.acceptor();
    const identity = await stage.identity();
    const good = stage.submission(identity);
    const bad = { ...good, task: { ...good.task, payload: '{"text": not JSON}' } };
    const batch = [...Array(20).keys()].map(() => stage.submission(identity));
    batch.splice(7, 0, bad);
    const outcomes = await Promise.allSettled(batch.map((submission) => acceptor.accept(submission)));
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled')).toEqual(batch.map((s) => s !== bad));
    const stored = (await stage.tasks()).filter((task) => task.lane === `message:${identity}`);
    expect(stored).toHaveLength(20);
    expect(stored.map((task) => task.id)).toEqual(batch.filter((s) => s !== bad).map((s) => s.task.id));
  });

  it('accepts a key once if two processes commit it at the same instant, and both get the same answer', async () => {
    const identity = await stage.identity();
    const [one, two] = [stage.acceptor({}, stage.open()), stage.acceptor({}, stage.open())];
    for (let round = 0; round < 30; round++) {
      const first = stage.submission(identity);
      const second = { ...stage.submission(identity), key: first.key };
      const [a, b] = await Promise.all([one.accept(first), two.accept(second)]);
      expect([a.verdict, b.verdict].sort()).toEqual(['accepted', 'replayed']);
      expect('answer' in a && 'answer' in b && a.answer === b.answer).toBe(true);
    }
    expect((await stage.tasks()).filter((task) => task.lane === `message:${identity}`)).toHaveLength(30);
  });

  it('does not deadlock if two processes commit the same keys in opposite orders', async () => {
    const identity = await stage.identity();
    const [one, two] = [stage.acceptor({}, stage.open()), stage.acceptor({}, stage.open())];
    for (let round = 0; round < 10; round++) {
      const batch = [...Array(40).keys()].map(() => stage.submission(identity));
      const outcomes = await Promise.all([
        ...batch.map((submission) => one.accept(submission)),
        ...batch.toReversed().map((s) => two.accept({ ...stage.submission(identity), key: s.key })),
      ]);
      const verdicts = outcomes.map((outcome) => outcome.verdict);
      expect(verdicts.filter((verdict) => verdict === 'accepted')).toHaveLength(40);
      expect(verdicts.filter((verdict) => verdict === 'replayed')).toHaveLength(40);
    }
  });

  it('keeps the order of arrival within a lane', async () => {
    const acceptor = stage.acceptor();
    const identity = await stage.identity();
    const batch = [...Array(200).keys()].map((i) =>
      stage.submission(identity, { key: `${999 - i}-${i}-padding` }),
    );
    await Promise.all(batch.map((submission) => acceptor.accept(submission)));
    const stored = (await stage.tasks()).filter((task) => task.lane === `message:${identity}`);
    expect(stored.map((task) => task.id)).toEqual(batch.map((submission) => submission.task.id));
  });

  it('writes the task, the key, the audit entry and the counter together, and sends one ticket a lane', async () => {
    const fresh = await setStage();
    try {
      const acceptor = fresh.acceptor();
      const identities = [await fresh.identity(), await fresh.identity()];
      await Promise.all(
        [...Array(10).keys()].map((i) => acceptor.accept(fresh.submission(identities[i % 2]!))),
      );
      const count = async (table: string) =>
        Number((await fresh.database.query<any>(`SELECT count(*) AS n FROM dialog.${table}`)).rows[0].n);
      expect([await count('tasks'), await count('request_keys'), await count('audit_inbox')]).toEqual([
        10, 10, 10,
      ]);
      const { rows } = await fresh.database.query<any>(
        'SELECT unfinished, accepted FROM dialog.project_counters',
      );
      expect(rows).toEqual([{ unfinished: '10', accepted: '10' }]);
      expect(fresh.tickets.sent.map((ticket) => ticket[1]).sort()).toEqual(
        identities.map((i) => `message:${i}`).sort(),
      );
    } finally {
      await fresh.close();
    }
  });

  it('admits exactly as many writes as the limits allow, even in one batch', async () => {
    const fresh = await setStage();
    try {
      const identity = await fresh.identity();
      const byQueue = fresh.acceptor({ projectQueueLimit: 7 });
      const first = await Promise.all(
        [...Array(20).keys()].map(async () => (await byQueue.accept(fresh.submission(identity))).verdict),
      );
      expect(first.filter((verdict) => verdict === 'accepted')).toHaveLength(7);
      expect(first.filter((verdict) => verdict === 'queue_full')).toHaveLength(13);
      const byDay = fresh.acceptor({ projectDailyLimit: 10 });
      const second = await Promise.all(
        [...Array(20).keys()].map(async () => (await byDay.accept(fresh.submission(identity))).verdict),
      );
      expect(second.filter((verdict) => verdict === 'accepted')).toHaveLength(3);
      expect(second.filter((verdict) => verdict === 'daily_limit')).toHaveLength(17);
      expect(await fresh.tasks()).toHaveLength(10);
    } finally {
      await fresh.close();
    }
  });

  it('starts a new count on a new UTC day', async () => {
    const fresh = await setStage();
    try {
      const identity = await fresh.identity();
      const acceptor = fresh.acceptor({ projectDailyLimit: 1 });
      expect((await acceptor.accept(fresh.submission(identity))).verdict).toBe('accepted');
      expect((await acceptor.accept(fresh.submission(identity))).verdict).toBe('daily_limit');
      await fresh.database.query('UPDATE dialog.project_counters SET day = day - 1');
      expect((await acceptor.accept(fresh.submission(identity))).verdict).toBe('accepted');
      expect((await acceptor.accept(fresh.submission(identity))).verdict).toBe('daily_limit');
    } finally {
      await fresh.close();
    }
  });
});
