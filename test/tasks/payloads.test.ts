import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { disconnection } from '../../src/dialog/channels/disconnection.ts';
import { callback } from '../../src/dialog/channels/telegram/callback.ts';
import { message } from '../../src/dialog/content/payload.ts';
import { event, received } from '../../src/dialog/dialogs/said.ts';
import { automationEvent } from '../../src/dialog/events/automation.ts';
import { dialogTurn } from '../../src/dialog/flows/dialog-turn.ts';
import { runTurn } from '../../src/dialog/flows/run-turn.ts';
import { job } from '../../src/dialog/operations/job.ts';
import { reconcileTask } from '../../src/dialog/payments/reconcile.ts';
import { refundTask } from '../../src/dialog/payments/refund.ts';
import { defineKind } from '../../src/dialog/tasks/kind.ts';
import { kindTable } from '../../src/dialog/tasks/kinds.ts';
import type { Task } from '../../src/dialog/tasks/task.ts';
import { inboundCall } from '../../src/dialog/webhooks/inbound/kind.ts';
import { delivery } from '../../src/dialog/webhooks/outbound/delivery.ts';
import { JsonText } from '../../src/platform/json-text.ts';
import { openDatabase } from '../../src/platform/postgres.ts';
import { restore } from '../upgrades/restore.ts';

const kinds = {
  ...{ message, received, event, dialog: dialogTurn, run: runTurn, job, callback, disconnection, delivery },
  ...{
    refund: refundTask,
    reconcile: reconcileTask,
    webhook_in: inboundCall,
    automation_event: automationEvent,
  },
};

describe('the payloads in a database of version 0.12.0', () => {
  it('can be read by this build, and are in the lanes that it would choose', async () => {
    const { database: test, outside } = await restore('0.12.0');
    const database = openDatabase(test.address, { connections: 1, onError: () => {} });
    const { rows } = await database.query<Task & { identity_id: string | null }>(
      'SELECT id, kind, lane, identity_id, payload FROM dialog.tasks',
    );
    await database.close();
    await outside.close();
    await test.drop();
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
    for (const { id, kind, lane, identity_id, payload } of rows) {
      const its = kinds[kind as keyof typeof kinds];
      expect(its.name).toBe(kind);
      expect(its.faultOf(payload), `${kind} ${id}`).toBeUndefined();
      const anew = { id, payload, identityId: identity_id, environment: null, target: null };
      expect(its.task(anew as never).lane).toBe(lane);
    }
  });
});

describe('a kind of task', () => {
  const note = defineKind({
    name: 'note',
    payload: z.object({ text: z.string(), input: z.unknown() }),
    lane: ({ id }) => `note:${id}`,
  });
  const at = { identityId: null, environment: null, target: null };
  const claimed = (payload: unknown) => ({ id: 'n1', kind: 'note', identityId: null, payload }) as Task;
  const begin = async () => {};

  it('keeps the digits and the order of members of JSON that it gets as text', () => {
    const { payload } = note.task({ ...at, payload: { text: '"', input: new JsonText('{"a":1.10}') } });
    expect(payload).toBe('{"text":"\\"","input":{"a":1.10}}');
  });

  it('ignores members that a newer build wrote, and keeps them', async () => {
    const seen: unknown[] = [];
    const kind = note.outer({
      ...{ record: 'job', succeeded: 'succeeded' },
      async run({ payload }) {
        seen.push(payload);
        return { state: 'succeeded' };
      },
    });
    await kind.run(claimed({ text: 'a', input: 1, newer: true }), begin);
    expect(seen).toEqual([{ text: 'a', input: 1, newer: true }]);
  });

  it('carries out no payload that it cannot read, and says what is wrong with it', async () => {
    const kind = note.outer({
      ...{ record: 'job', succeeded: 'succeeded' },
      run: () => expect.unreachable('it was carried out'),
    });
    await expect(kind.run(claimed({ text: 1 }), begin)).rejects.toThrow(
      /a task of kind "note" cannot be read by this build \(text: .*upgrade it/,
    );
  });

  it('names the task whose payload it cannot read, so that it can end as failed', () => {
    const kind = note.inner({
      ...{ noun: 'note', succeeded: 'noted' },
      subject: ({ payload }) => payload.text,
      apply: async () => [],
    });
    expect(kind.subject(claimed({ text: 'a', input: 1 }))).toBe('a');
    expect(kind.subject(claimed(null))).toBe('n1');
  });

  it('has a unique name', () => {
    const entry = note.inner({
      noun: 'note',
      succeeded: 'noted',
      subject: ({ id }) => id,
      apply: async () => [],
    });
    expect(() => kindTable(entry, entry)).toThrow('one name');
  });
});
