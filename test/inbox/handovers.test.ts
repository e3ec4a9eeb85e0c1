import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasOpenedBetween } from '../../src/dialog/project-settings/calendar.ts';
import { readId } from '../../src/platform/ids.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Customer, type InboxScene, makeInboxScene } from './scene.ts';

let server: TestServer;
let scene: InboxScene;

const words = 'We are back tomorrow.';
const everyHour = [{ from: '00:00', to: '24:00' }];
const always = {
  ...{ monday: everyHour, tuesday: everyHour, wednesday: everyHour, thursday: everyHour },
  ...{ friday: everyHour, saturday: everyHour, sunday: everyHour },
};

beforeAll(async () => {
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' });
});
beforeEach(async () => {
  scene = await makeInboxScene(server);
  await scene.publish({
    triggers: [{ type: 'text', text: 'person' }],
    steps: [
      { id: 'human', type: 'handover', text: 'One moment.' },
      { id: 'after', type: 'message', text: 'I go on: {{ steps.human.released }}' },
    ],
  });
});
afterAll(() => server?.close());

const set = (away_text: string | null, unanswered_minutes: number | null = null) =>
  server.make('PUT', `/projects/${scene.project.id}/handovers`, { away_text, unanswered_minutes });
const open = (week: object | null) => server.make('PUT', `/projects/${scene.project.id}/calendar`, { week });
const query = async (text: string, values: unknown[]) =>
  (await server.server.parts.database.query<any>(text, values)).rows;

/** What was said to a customer, oldest first, once there is an entry for each thing that the customer said. */
async function told({ identityId }: Customer, afterWords: number): Promise<string[]> {
  const items = await until(async () => {
    const history: any[] = await scene.history(identityId);
    const heard = history.filter(({ direction }) => direction === 'in');
    return heard.length === afterWords && heard.every(({ did }) => did !== null) && history;
  });
  return items.filter(({ direction }) => direction === 'out').map(({ text }) => text);
}

describe('while the project is closed', () => {
  beforeEach(async () => {
    await set(words);
    await open({});
  });

  it('a customer who is handed over is told so, once, until a person has answered', async () => {
    const ann = await scene.customer();
    await ann.says('person');
    expect(await told(ann, 1)).toEqual(['One moment.', words]);
    await ann.says('Hello?');
    await ann.says('Is anybody there?');
    expect(await told(ann, 3)).toEqual(['One moment.', words]);
    await server.make('POST', `/projects/${scene.project.id}/dialogs/${ann.identityId}/messages`, {
      text: 'Yes.',
    });
    await ann.says('And now?');
    expect(await told(ann, 4)).toEqual(['One moment.', words, 'Yes.', words]);
  });

  it('nothing is said of it while a person has the dialog, or the scenario leads', async () => {
    const ann = await scene.customer();
    await ann.says('Hello');
    await server.make('POST', `/projects/${scene.project.id}/dialogs/${ann.identityId}/hold`, {});
    await ann.says('Hello again');
    expect(await told(ann, 2)).toEqual([]);
  });

  it('it is said again after the hours have begun anew', async () => {
    const ann = await scene.customer();
    await ann.says('person');
    await told(ann, 1);
    // Open in most hours, but not in this one, the next one and the one after midnight. The customer was told two days ago.
    const hour = new Date().getUTCHours();
    const pad = (n: number) => String(n).padStart(2, '0');
    const hours = [
      ...(hour > 1 ? [{ from: '01:00', to: `${pad(hour)}:00` }] : []),
      ...(hour < 22 ? [{ from: `${pad(hour + 2)}:00`, to: '24:00' }] : []),
    ];
    await open(Object.fromEntries(Object.keys(always).map((day) => [day, hours])));
    await query(
      `UPDATE dialog.dialogs SET away_at = now() - interval '2 days' WHERE project_id = $1 AND identity_id = $2`,
      [readId('project', scene.project.id), readId('identity', ann.identityId)],
    );
    await ann.says('Hello?');
    await ann.says('Hello??');
    expect(await told(ann, 3)).toEqual(['One moment.', words, words]);
  });

  it('several messages at once are told it once', async () => {
    const ann = await scene.customer();
    await ann.says('person');
    await told(ann, 1);
    await query('UPDATE dialog.dialogs SET away_at = NULL WHERE project_id = $1', [
      readId('project', scene.project.id),
    ]);
    await Promise.all(Array.from({ length: 5 }, (_, n) => ann.says(`Hello ${n}`)));
    expect(await told(ann, 6)).toEqual(['One moment.', words, words]);
  });
});

it.each([
  ['in the hours of the project', words, always],
  ['without a calendar', words, null],
  ['without words for it', null, {}],
])('%s a customer is told nothing more', async (_when, text, week) => {
  await set(text);
  await open(week);
  const ann = await scene.customer();
  await ann.says('person');
  expect(await told(ann, 1)).toEqual(['One moment.']);
});

describe('if nobody comes in the time that the project has set', () => {
  /** The time is over. */
  const pass = ({ identityId }: Customer) =>
    query(
      `UPDATE dialog.dialogs SET held_until = now(), wake_at = now() - interval '1 second',
        position = jsonb_set(position::jsonb, '{waiting,until}', to_jsonb(to_char(now() - interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))::json
       WHERE project_id = $1 AND identity_id = $2`,
      [readId('project', scene.project.id), readId('identity', identityId)],
    );

  it('the scenario goes on, and a workflow and a subscription are told so, once', async () => {
    const { id } = scene.project;
    await set(null, 20);
    await server.make('PUT', `/projects/${id}/subscriptions/crm`, {
      kinds: ['dialog.unanswered'],
      url: 'https://crm.example/',
      environments: ['sandbox'],
    });
    await server.make('PUT', `/projects/${id}/workflows/calls`, {
      ...{ name: 'Calls', environment: 'sandbox' },
      definition: {
        triggers: [{ type: 'event', source: 'handover.unanswered' }],
        steps: [{ id: 'keep', type: 'end' }],
      },
    });
    await server.make('POST', `/projects/${id}/workflows/calls/publish`);
    const ann = await scene.customer();
    await ann.says('person');
    await told(ann, 1);
    const { items } = await server.make('GET', `/projects/${id}/dialogs?held=true`);
    const minutes = (Date.parse(items[0].held.until) - Date.parse(items[0].held.at)) / 60_000;
    expect(Math.round(minutes)).toBe(20);
    await pass(ann);
    await until(async () => (await told(ann, 1)).length === 2);
    expect(await told(ann, 1)).toEqual(['One moment.', 'I go on: false']);
    const runs = await until(async () => {
      const found = await server.make('GET', `/projects/${id}/workflows/calls/runs`);
      return found.items.length > 0 && found.items;
    });
    expect(runs).toHaveLength(1);
    const log = await server.audit(scene.project);
    const entries = log.filter(({ action }: any) => action === 'dialog.unanswered');
    expect(entries).toMatchObject([
      { subject: { id: ann.identityId }, data: { since: expect.any(String), until: expect.any(String) } },
    ]);
    const deliveries = await until(async () => {
      const found = await server.make('GET', `/projects/${id}/deliveries`);
      return found.items.length > 0 && found.items;
    });
    expect(deliveries).toHaveLength(1);
  });

  it('a dialog that a person has taken stays with them', async () => {
    await set(null, 20);
    const ann = await scene.customer();
    await ann.says('person');
    await told(ann, 1);
    await scene.conversation(ann, ({ waiting_since }) => waiting_since !== null);
    await scene.inbox('POST', `/${ann.profileId}/take`);
    const { items } = await server.make('GET', `/projects/${scene.project.id}/dialogs?held=true`);
    expect(items[0].held).toMatchObject({ until: null, by: expect.any(String) });
  });
});

it('hours begin anew by what the clocks of the project show, also over midnight and on holidays', () => {
  const calendar = {
    time_zone: 'Europe/Berlin',
    week: { monday: [{ from: '09:00', to: '17:00' }], friday: [{ from: '22:00', to: '02:00' }] },
    holidays: [{ date: '2026-11-30', name: null, hours: [] }],
  };
  const between = (from: string, to: string) => hasOpenedBetween(calendar, Date.parse(from), Date.parse(to));
  // 2026-11-23 is a Monday, on which Berlin is an hour before UTC.
  expect(between('2026-11-23T07:00:00Z', '2026-11-23T07:59:00Z')).toBe(false);
  expect(between('2026-11-23T07:00:00Z', '2026-11-23T08:00:00Z')).toBe(true);
  expect(between('2026-11-23T17:00:00Z', '2026-11-27T20:00:00Z')).toBe(false);
  expect(between('2026-11-23T17:00:00Z', '2026-11-28T10:00:00Z')).toBe(true);
  // The Monday after is a holiday.
  expect(between('2026-11-28T10:00:00Z', '2026-12-01T10:00:00Z')).toBe(false);
  expect(between('2020-01-01T00:00:00Z', '2026-12-01T10:00:00Z')).toBe(true);
});
