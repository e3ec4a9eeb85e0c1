import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { Example } from './scene.ts';

/** In the sandbox an example can be tried before anything of it is changed: nothing leaves the server. */

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});
afterAll(() => server?.close());

it('what the sale sells is paid and handed over in the sandbox, without a shop', async () => {
  const example = await Example.publish(server, 'sale', { sandbox: true });
  const ann = await example.visit();
  await ann.say('hello');
  await ann.hears('What would you like?');
  await ann.press('The course, 4900 ₽');
  await ann.hears('4900 ₽ for the course: please pay within an hour.');
  await ann.hears(/^(?:Thank you!|The course is open)/, /^(?:Thank you!|The course is open)/);
  expect(await example.rows('sales', 1)).toMatchObject([{ item: 'buy-course', amount: '4900.00' }]);
  // Nobody has paid, so nobody has access.
  expect((await example.profileOf(ann.visitor)).paid_access).toEqual([]);
});

it('a lead is entered into the CRM of the sandbox', async () => {
  const example = await Example.publish(server, 'lead-form', { sandbox: true });
  const ann = await example.visit();
  for (const each of [
    'hello',
    'Ann',
    '1, stairs',
    'That is all',
    '12 500',
    'By phone',
    '+49 30 1234567',
    'Yes',
  ]) {
    await ann.say(each);
  }
  const [run] = await example.runs('enter-lead', 1);
  expect(run.output).toEqual({ crm: 'L-1' });
  expect(await example.rows('leads', 1)).toMatchObject([{ wishes: 'Kitchen, Stairs', budget: 12_500 }]);
});

it('an expense is decided and paid in the sandbox', async () => {
  const example = await Example.publish(server, 'approval', { sandbox: true });
  await example.call('POST', '/workflows/expense/run', {
    input: { id: 'E-1', who: 'Ann', sum: 20, why: 'Stamps' },
  });
  const [run] = await example.runs('expense', 1);
  expect([run.environment, run.output]).toEqual(['sandbox', { status: 'paid', paid: 20 }]);
});
