import { describe, expect, it } from 'vitest';
import { readDefinition } from '../../src/dialog/scenario/definition.ts';
import { matchWorkflowTrigger, type WorkflowIncoming } from '../../src/dialog/scenario/match.ts';
import type { Surroundings } from '../../src/dialog/scenario/position.ts';
import { tablesReadBy } from '../../src/dialog/scenario/reads.ts';

const around: Surroundings = {
  now: new Date(0),
  kind: 'workflow',
  state: {},
  tags: [],
  profile: {},
  identity: null,
};

function read(triggers: unknown[], ...steps: unknown[]) {
  const end = { id: 'end', type: 'end' };
  return readDefinition({ triggers, steps: [...steps, end] }, 'workflow').definition!;
}

const event = (source: string, data = {}, environment: 'sandbox' | 'live' = 'live'): WorkflowIncoming => ({
  type: 'event',
  source,
  environment,
  event: data,
});

describe('the source of an automation event', () => {
  it.each([
    ['custom.order', 'custom.order', true],
    ['custom.order', 'custom.order.paid', false],
    ['custom.order.*', 'custom.order.paid', true],
    ['custom.order.*', 'custom.order', false],
    ['custom.*.paid', 'custom.order.eu.paid', true],
    ['custom.*.paid', 'custom.paid', false],
    ['custom.a*a', 'custom.a', false],
    ['custom.*a*b*', 'custom.xbxaxb', true],
    ['custom.*a*b*', 'custom.xbxa', false],
    ['*', 'custom.x', true],
    ['custom.**', 'custom.x', true],
    ['custom.a.c', 'custom.abc', false],
  ])('%s matches %s: %s', (source, name, fires) => {
    const match = matchWorkflowTrigger(read([{ type: 'event', source }]), event(name, { a: 1 }), around);
    expect(match).toEqual(fires ? { start: 'end', trigger: 0, event: { a: 1 } } : null);
  });
});

it('an event fires the first trigger of its environment whose condition holds', () => {
  const where = { left: '{{ event.amount }}', op: 'gt', right: 100, as: 'number' };
  const definition = read([
    { type: 'receiver', receiver: 'crm' },
    { type: 'event', source: '*', environment: 'sandbox' },
    { type: 'event', source: '*', where },
    { type: 'schedule', cron: '0 9 * * MON', timezone: 'Europe/Moscow' },
  ]);
  const fired = (incoming: WorkflowIncoming) =>
    matchWorkflowTrigger(definition, incoming, around)?.trigger ?? null;
  expect(fired(event('custom.x', { amount: 5 }, 'sandbox'))).toBe(1);
  expect(fired(event('custom.x', { amount: 5 }))).toBeNull();
  expect(fired(event('custom.x', { amount: '500' }))).toBe(2);
  expect(fired({ type: 'receiver', receiver: 'crm', event: {} })).toBe(0);
  expect(fired({ type: 'receiver', receiver: 'other', event: {} })).toBeNull();
});

it('a call to a receiver starts at the step that its trigger names', () => {
  const definition = read([{ type: 'receiver', receiver: 'crm', start: 'end' }], { id: 'a', type: 'end' });
  expect(
    matchWorkflowTrigger(definition, { type: 'receiver', receiver: 'crm', event: { k: 1 } }, around),
  ).toEqual({
    start: 'end',
    trigger: 0,
    event: { k: 1 },
  });
});

it('the tables that templates name are found in every field', () => {
  const definition = read(
    [{ type: 'event', source: '*', where: { left: '{{ table.limits.first.max }}', op: 'gt', right: 1 } }],
    { id: 'a', type: 'message', text: '{{ table.prices.count }}', note: '{{ table.noted.count }}' },
    {
      id: 'b',
      type: 'for_each',
      items: '{{ table["my-rows"].rows }}',
      steps: [{ id: 'c', type: 'message', text: 'x', buttons: ['{% for r in table.b.rows %}{% endfor %}x'] }],
    },
    { id: 'd', type: 'message', text: '{{ table.broken' },
  );
  expect([...tablesReadBy(definition)].sort()).toEqual(['b', 'limits', 'my-rows', 'prices']);
});
