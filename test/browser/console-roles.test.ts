import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { marks, markWorld } from '../gate/words.ts';
import { makeWorld, type World } from '../gate/world.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import { type Opening, openPage, role, row, server, useConsole, visit } from '../harness/console-scene.ts';
import { join, type Person } from '../harness/people.ts';

/** A project in which customers have said much, and somebody who builds it. */
let host: Server;
let world: World;
let builder: Person;

useConsole();
beforeAll(async () => {
  host = createServer(async (request, response) => {
    if (request.url === '/hook') return void response.writeHead(500).end();
    if (request.method === 'GET') return void response.end(marks.words);
    response.writeHead(200, { 'content-type': 'application/json' }).end(await text(request));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  world = await markWorld(server, await makeWorld(server, `${url}hook`), url);
  builder = await join(server, world.id, 'developer');
});
afterAll(() => void host?.close());

const open = (path: string, opening: Opening = {}) =>
  openPage(`p/${world.id}/${path}`, { as: builder, ...opening });
const shown = (words: string) => visit.page.getByText(words, { exact: false }).first();
const leftOut = 'What the customer said and sent is left out: owners and operators see it.';
/** All that can be read on the page. */
const read = () => visit.page.locator('body').innerText();

it('whoever builds sees how live runs, jobs and dialogs went, and reads who sees what was said', async () => {
  await open(`runs/${world.runId}`);
  await shown(leftOut).waitFor();
  await shown('transform_failed').waitFor();
  expect(await read()).not.toContain(marks.words);
  await expectAccessible(visit, 'roles-run');
  await visit.open(visit.page.url().replace(`runs/${world.runId}`, `jobs/${world.jobId}`));
  await shown(leftOut).waitFor();
  expect(await read()).not.toContain(marks.words);
  await expectAccessible(visit, 'roles-job');

  await open('dialogs', { width: 390, height: 844, touch: true });
  const [dialog] = (await builder.client.make('GET', `/projects/${world.id}/dialogs`)).items.filter(
    ({ hidden, state }: any) => hidden && state === 'failed',
  );
  const customer = `Customer ${dialog.identity_id.slice(-4).toUpperCase()}`;
  await visit.click(row(customer));
  await shown(leftOut).waitFor();
  expect(await read()).not.toContain(marks.who);
  await expectNothingSideways(visit);
  await visit.screenshot('roles-dialog-phone');
});

it('whoever builds is offered the keys that they may make, and settles nothing', async () => {
  await open('keys');
  // Of the key that an owner made they see that it is there, and may end it.
  await role('button', 'Revoke').first().waitFor();
  expect(await role('button', 'Replace').count()).toBe(await role('button', 'Change').count());
  await visit.click(role('button', 'New key'));
  await shown('are made by an owner').waitFor();
  expect(await role('checkbox', /profiles:|files:|payments:write/).count()).toBe(0);
  await expectAccessible(visit, 'roles-new-key');
  await visit.open(visit.page.url().replace(/keys.*/, 'overview'));
  await shown('nobody knows whether it was done').waitFor();
  expect(await role('button', 'Settle').count()).toBe(0);
  await visit.screenshot('roles-overview');
});

it('who removes somebody is shown the keys that they made, and revokes them all', async () => {
  const path = `/projects/${world.id}/keys`;
  const { key } = await builder.client.make('POST', path, { name: 'Script at home', scopes: ['data:read'] });
  const use = async () => (await server.call('GET', `/api/v1/projects/${world.id}/tables`, { key })).status;
  await openPage(`p/${world.id}/team`, { width: 390, height: 844, touch: true });
  const line = role('listitem').filter({ hasText: builder.email });
  await visit.click(line.getByRole('button', { name: 'Remove' }));
  await visit.click(role('alertdialog').getByRole('button', { name: 'Remove' }));
  await role('heading', `Keys that ${builder.email} made`).waitFor();
  await shown('Script at home').waitFor();
  expect(await use()).toBe(200);
  await expectAccessible(visit, 'roles-keys-left');
  await visit.click(role('button', 'Revoke all'));
  await shown('key is revoked').waitFor();
  expect(await use()).toBe(401);
});
