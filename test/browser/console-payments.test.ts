import { beforeAll, expect, it } from 'vitest';
import { startYooKassa } from '../fakes/yookassa.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import {
  localhost,
  type Opening,
  openPage,
  role,
  row,
  server,
  useConsole,
  visit,
} from '../harness/console-scene.ts';
import { join, type Person } from '../harness/people.ts';
import { totpCode } from '../harness/totp.ts';
import { PaymentScene } from '../payments/scene.ts';

let scene: PaymentScene;
let billing: Person;

useConsole();
beforeAll(async () => {
  const fake = await startYooKassa();
  scene = await PaymentScene.open(fake, server);
  billing = await join(server, scene.project.id, 'billing');
  return () => fake.close();
});

const open = (path: string, opening?: Opening) => openPage(`p/${scene.project.id}/${path}`, opening);

const shown = (text: string | RegExp) => visit.page.getByText(text).first();

/** A customer of this name with an order. */
async function sold(name: string, isPaid = true) {
  const customer = await scene.customer(name);
  const job = await scene.ended(await scene.buy(customer, { input: { name } }));
  const orderId: string = job.order_id;
  const paymentId: string = scene.paymentOf(orderId).id;
  if (isPaid) {
    await scene.pay(paymentId);
    await scene.paymentIs(orderId, 'succeeded');
  }
  return { customer, orderId, paymentId };
}

it('payments are found by state, customer and day, and their states are words', async () => {
  const anna = await sold('Anna');
  await sold('Boris', false);
  await open('payments');
  await row('Club for Anna').filter({ hasText: 'paid' }).filter({ hasText: '990' }).waitFor();
  await row('Club for Boris').filter({ hasText: 'not paid yet' }).waitFor();
  await expectAccessible(visit, 'payments');
  await visit.press('f');
  await visit.type('Customer');
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await shown('Type a few letters.').waitFor();
  await visit.type('Ann');
  await role('menuitem', 'Anna').waitFor();
  await visit.screenshot('payments-find');
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await visit.page.waitForURL((url) => url.search.includes(anna.customer.id));
  await row('Club for Boris').waitFor({ state: 'detached' });
  await row('Club for Anna').waitFor();
  await visit.press('f');
  await visit.type('State');
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await visit.type('not paid');
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await shown('No payment fits these filters.').waitFor();
  await visit.click(role('button', 'Clear filters').last());
  // What happens shows by itself.
  await sold('Cleo');
  await row('Club for Cleo').filter({ hasText: 'paid' }).waitFor();
});

it('somebody of billing gives a whole sum back with three presses, after the sentence that says what follows and the second factor', async () => {
  const { customer, orderId } = await sold('Dora');
  const { client, email, password } = billing;
  await open('payments', { as: billing });
  // Their role sees what was sold, and not who the customers are.
  await row('Club for Dora').waitFor();
  expect(await role('columnheader', 'Customer').count()).toBe(0);
  const { secret } = await client.make('POST', '/second-factors/totp', { password });
  await client.make('POST', '/second-factors/totp/confirm', { code: totpCode(secret) });
  await server.server.parts.database.query('UPDATE dialog.sessions SET confirmed_at = NULL');
  await visit.click(row('Club for Dora').getByRole('link'));
  await shown('“club”, until').waitFor();
  await visit.click(role('button', 'Refund'));
  await role('alertdialog').getByText('The whole sum goes back, and the days of “club”').waitFor();
  expect(await visit.focused()).toBe('button "Cancel"');
  await visit.screenshot('payment-refund');
  visit.expectFault(/status of 403/);
  await visit.click(role('alertdialog').getByRole('button', { name: /^Refund/ }));
  await role('textbox', 'Code of your app').waitFor();
  await visit.type(totpCode(secret, 1));
  await visit.press('Enter');
  await shown('The refund is under way').waitFor();
  await scene.refundIs(orderId, 'succeeded');
  // The page follows by itself: the state, what the customer has now, and who asked for it.
  await shown('What it gave to “club” has ended.').waitFor();
  await role('listitem').filter({ hasText: 'Refund asked for' }).filter({ hasText: email }).waitFor();
  await role('listitem').filter({ hasText: 'Money given back' }).waitFor();
  expect(await role('button', 'Refund').count()).toBe(0);
  expect(await scene.paidAccess(customer)).toEqual([]);
  await expectAccessible(visit, 'payment-refunded');
  await visit.open(`${localhost()}/console/p/${scene.project.id}/payments?tab=refunds`);
  await row('given back').waitFor();
  await expectAccessible(visit, 'refunds');
});

it('an outcome that nobody knows is called unknown and led to its settlement; a refund that failed says that the money stayed', async () => {
  scene.fake.fail('POST /payments', '500_before');
  const customer = await scene.customer('Emil');
  const { order_id: orderId } = await scene.ended(await scene.buy(customer, { input: { name: 'Emil' } }));
  await open(`payments/${orderId}`);
  await shown('Nobody knows whether this payment was made').waitFor();
  await shown('If you know it sooner, settle it.').waitFor();
  await expectAccessible(visit, 'payment-unknown');
  await visit.click(role('button', 'Settle'));
  await visit.write('not in the books of the shop');
  await visit.click(role('button', 'It was not done'));
  await scene.paymentIs(orderId, 'canceled');
  await shown('Payment cancelled').waitFor();
  await shown('Nobody knows whether this payment was made').waitFor({ state: 'detached' });

  const paid = await sold('Fedor');
  scene.fake.shop.settings.refunds = 'canceled';
  await scene.refund(paid.orderId);
  await scene.refundIs(paid.orderId, 'failed');
  scene.fake.shop.settings.refunds = 'succeeded';
  await visit.open(`${localhost()}/console/p/${scene.project.id}/payments/${paid.orderId}`);
  await shown('The refund failed; the money is still yours').waitFor();
  await shown('There is not enough money on the account of the shop at the provider.').waitFor();
  await shown('“club”, until').waitFor();
  await visit.screenshot('payment-refund-failed');
  // Another one may be asked for.
  await role('button', 'Refund').waitFor();

  // Of one that nobody knows it is not said that it failed, and no second one is offered.
  scene.fake.fail('POST /refunds', '500_before');
  const doubtful = await sold('Gleb');
  await scene.refund(doubtful.orderId);
  await scene.refundIs(doubtful.orderId, 'unknown');
  await visit.open(`${localhost()}/console/p/${scene.project.id}/payments/${doubtful.orderId}`);
  await shown('Nobody knows whether the money was given back').waitFor();
  await shown('“club”, until').waitFor();
  expect(await role('button', 'Refund').count()).toBe(0);
  await expectAccessible(visit, 'payment-refund-unknown');
  await visit.click(role('button', 'Settle'));
  await visit.write('the shop has no such refund');
  await visit.click(role('button', 'It was not done'));
  await scene.refundIs(doubtful.orderId, 'failed');
  await shown('The refund failed; the money is still yours').waitFor();
  await role('button', 'Refund').waitFor();
});

it('on a phone and in Russian everything fits, a project without payments says how they come, and who may not refund has no such button', async () => {
  const { orderId } = await sold('Галина');
  const screen = { width: 390, height: 844, touch: true, language: 'ru' };
  await open('payments', screen);
  await row('Club for Галина').waitFor();
  await expectAccessible(visit, 'payments-phone');
  await expectNothingSideways(visit);
  await visit.click(row('Club for Галина').getByRole('link'));
  await shown('«club», до').waitFor();
  await role('button', 'Вернуть деньги').waitFor();
  await expectAccessible(visit, 'payment-phone');
  await expectNothingSideways(visit);
  const empty = await server.makeProject();
  await visit.open(`${localhost()}/console/p/${empty.id}/payments`);
  await shown('Платежей пока нет').waitFor();
  await expectAccessible(visit, 'payments-empty');
  await visit.close();
  const operator = await join(server, scene.project.id, 'operator');
  await open(`payments/${orderId}`, { as: operator });
  await shown('“club”, until').waitFor();
  await role('link', 'Галина').waitFor();
  expect(await role('button', 'Refund').count()).toBe(0);
});
