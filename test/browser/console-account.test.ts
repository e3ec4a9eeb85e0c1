import { beforeAll, describe, expect, it } from 'vitest';
import { type Smtp, startSmtp } from '../fakes/smtp.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import { Client } from '../harness/client.ts';
import { keepSecret, logIn } from '../harness/console.ts';
import {
  localhost,
  type Opening,
  openAsStranger,
  openPage,
  server,
  useConsole,
  visit,
} from '../harness/console-scene.ts';
import { join } from '../harness/people.ts';
import { makeOwner } from '../harness/second-owner.ts';
import type { TestServer } from '../harness/server.ts';
import { totpCode } from '../harness/totp.ts';
import { startMailingServer } from '../mail/server.ts';

const password = 'seven green umbrellas';

let smtp: Smtp;
/** A server that sends mails. */
let mailing: TestServer;

useConsole();
beforeAll(async () => {
  smtp = await startSmtp();
  mailing = await startMailingServer(smtp.url);
  return async () => {
    await mailing.close();
    await smtp.close();
  };
});

/** Opens the account of somebody who is made for this, and was logged in once elsewhere. */
async function openAs(email: string, opening?: Opening): Promise<void> {
  await makeOwner(server, email, password);
  await openPage('account', { as: { email, password }, faults: /status of 4\d\d/, ...opening });
}

const button = (name: string | RegExp) => visit.page.getByRole('button', { name, exact: true });
const dialog = () => visit.page.getByRole('dialog');
const row = (name: string) => visit.page.getByRole('listitem').filter({ hasText: name });
const field = (name: string) => visit.page.getByRole('textbox', { name, exact: true });

/** Ends the session by the menu, which leads to the login. */
async function logOut(): Promise<void> {
  await visit.open(`${localhost()}/console`);
  await visit.click(visit.page.getByRole('button', { name: 'Account', exact: true }));
  await visit.click(visit.page.getByRole('menuitem', { name: 'Log out' }));
  await visit.page.getByRole('heading', { name: 'Log in to Parley' }).waitFor();
}

it('an app that makes codes is set up, asked for at the login and before what matters, and removed', async () => {
  const email = 'totp@example.com';
  await openAs(email, { height: 1100 });
  await expectAccessible(visit, 'account');
  await visit.click(row('App that makes codes').getByRole('button', { name: 'Set up' }));
  await dialog().waitFor();
  await visit.write('not the password');
  await visit.press('Enter');
  await dialog()
    .getByText(/password/i)
    .nth(1)
    .waitFor();
  await visit.press('Control+a');
  await visit.write(password);
  await visit.press('Enter');
  const shown = field('Secret of the app');
  await shown.waitFor();
  const secret = await shown.inputValue();
  await visit.page.getByRole('img', { name: 'Picture to scan' }).waitFor();
  await expectAccessible(visit, 'account-totp');
  await visit.click(field('Code of your app'));
  await visit.type(totpCode(secret));
  await visit.press('Enter');
  const codes = field('Recovery codes');
  await codes.waitFor();
  const [recoveryCode, ...more] = (await codes.inputValue()).split('\n');
  expect(more.length).toBeGreaterThan(6);
  await expectAccessible(visit, 'account-recovery-codes');
  await keepSecret(visit);
  await row('Recovery codes')
    .getByText(/\d+ left/)
    .waitFor();

  await logOut();
  await logIn(visit, email, password);
  await visit.page.getByRole('heading', { name: 'One more step' }).waitFor();
  await expectAccessible(visit, 'login-second-step');
  await visit.type('000000');
  await visit.press('Enter');
  await visit.page.getByRole('alert').waitFor();
  await visit.press('Control+a');
  await visit.type(totpCode(secret, 1));
  await visit.press('Enter');
  await visit.page.getByRole('heading', { name: 'Projects' }).waitFor();

  // A confirmation that is too old is asked for again, with a code from the list this time.
  await visit.open(`${localhost()}/console/account`);
  await server.server.parts.database.query('UPDATE dialog.sessions SET confirmed_at = NULL');
  const remove = row('App that makes codes').getByRole('button', { name: 'Remove' });
  await visit.click(remove);
  await visit.page.getByRole('alertdialog').waitFor();
  await visit.press('Tab');
  await visit.press('Enter');
  await visit.page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
  await expectAccessible(visit, 'account-confirmation');
  await visit.click(button('Use a recovery code'));
  await visit.write(recoveryCode!);
  await visit.press('Enter');
  await row('App that makes codes').getByRole('button', { name: 'Set up' }).waitFor();
});

it('a passkey of the device logs in alone, is renamed, and is removed', async () => {
  const email = 'passkey@example.com';
  await openAs(email, { height: 1100, isWarm: false });
  const device = await visit.page.context().newCDPSession(visit.page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  await visit.click(button('Add a passkey'));
  await dialog().waitFor();
  await visit.write('My laptop');
  await visit.press('Tab');
  await visit.write(password);
  await visit.press('Enter');
  await field('Recovery codes').waitFor();
  await keepSecret(visit);
  await visit.click(row('“My laptop”').getByRole('button', { name: 'Rename' }));
  await dialog().waitFor();
  await visit.press('Control+a');
  await visit.write('Old laptop');
  await visit.press('Enter');
  await row('“Old laptop”').waitFor();
  await expectAccessible(visit, 'account-passkey');

  await logOut();
  await visit.click(button('Log in with a passkey'));
  await visit.page.getByRole('heading', { name: 'Projects' }).waitFor();
  await visit.open(`${localhost()}/console/account`);
  await visit.click(row('“Old laptop”').getByRole('button', { name: 'Remove' }));
  await visit.page.getByRole('alertdialog').waitFor();
  await visit.press('Tab');
  await visit.press('Enter');
  await row('“Old laptop”').waitFor({ state: 'detached' });
});

it('a changed password and one press end what is logged in elsewhere, and the log of the installation tells it', async () => {
  const email = 'sessions@example.com';
  await openAs(email, { height: 1200 });
  const elsewhere = new Client(server.url);
  const isIn = async () => (await elsewhere.call('GET', '/api/owner/session')).status === 200;
  await elsewhere.logIn(email, password);
  await visit.page.reload();
  await visit.click(button('End all others'));
  await visit.page.getByRole('alertdialog').waitFor();
  await visit.press('Tab');
  await visit.press('Enter');
  await visit.page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await button('End all others').count()).toBe(0);
  expect(await isIn()).toBe(false);

  await elsewhere.logIn(email, password);
  await visit.click(button('Change the password'));
  await dialog().waitFor();
  await visit.write(password);
  await visit.press('Tab');
  await visit.type('short');
  await visit.press('Enter');
  await dialog().getByText('give at least 12 characters').waitFor();
  await visit.press('Control+a');
  await visit.write('eight orange umbrellas');
  await visit.press('Enter');
  await visit.page.getByText('Your password was changed').waitFor();
  expect(await isIn()).toBe(false);

  await visit.click(visit.page.getByRole('tab', { name: 'Log of the installation' }));
  await visit.page.getByText('Password changed').waitFor();
  await expectAccessible(visit, 'account-log');
});

it('a personal token is made for one use, shown once, works, and is refused when it was ended', async () => {
  await openAs('tokens@example.com');
  await visit.click(visit.page.getByRole('tab', { name: 'Personal tokens' }));
  await visit.page.getByText('You have no personal token').waitFor();
  await visit.click(button('New token'));
  await dialog().waitFor();
  await visit.write('Deployment');
  await visit.screenshot('account-new-token');
  await visit.press('Enter');
  const shown = field('Your new token');
  await shown.waitFor();
  const token = await shown.inputValue();
  const use = async () =>
    (await new Client(server.url).call('GET', '/api/owner/projects', { key: token })).status;
  expect(await use()).toBe(200);
  await keepSecret(visit);
  await expectAccessible(visit, 'account-tokens');
  await visit.click(row('Deployment').getByRole('button', { name: 'Revoke' }));
  await visit.page.getByRole('alertdialog').waitFor();
  await visit.press('Tab');
  await visit.press('Enter');
  await row('Deployment').getByText('over').waitFor();
  expect(await use()).toBe(401);
});

it('who has forgotten the password asks for a link at the login, and chooses a new one', async () => {
  const email = 'forgotten@example.com';
  await makeOwner(mailing, email, password);
  await openAsStranger(`${mailing.url}/console`);
  visit.expectFault(/status of 4\d\d/);
  await visit.click(visit.page.getByRole('link', { name: 'Forgotten password?' }));
  await visit.page.getByText('Enter the address of your account.').waitFor();
  await visit.page.locator('code', { hasText: 'npm run parley -- owner reset-password' }).waitFor();
  await expectAccessible(visit, 'forgotten-password');
  await visit.write(email);
  await visit.press('Enter');
  await visit.page.getByText('a link is on its way').waitFor();
  await visit.open(/http\S+rst_\S+/.exec((await smtp.waitFor(email)).text)![0]);
  await field('New password').waitFor();
  expect(visit.page.url()).not.toContain('rst_');
  await visit.write('nine purple umbrellas');
  await expectAccessible(visit, 'new-password');
  await visit.press('Enter');
  await visit.page.getByText('You can log in with it.').waitFor();
  await new Client(mailing.url).logIn(email, 'nine purple umbrellas');
});

it('an invitation of a server that sends mails goes to its address, and its link is shown to nobody else', async () => {
  const project = await mailing.makeProject();
  await openAsStranger(`${mailing.url}/console/p/${project.id}/team`);
  await visit.page.getByRole('heading', { name: 'Log in to Parley' }).waitFor();
  visit.expectFault(/status of 401/);
  await logIn(visit);
  await visit.click(button('Invite'));
  await dialog().waitFor();
  await visit.write('mailed@example.com');
  await visit.click(dialog().getByRole('radio', { name: 'Billing', exact: true }));
  await visit.click(button('Make invitation'));
  await visit.page.getByText('The invitation goes to mailed@example.com by mail').waitFor();
  await dialog().waitFor({ state: 'detached' });
  await row('mailed@example.com').getByText('billing').waitFor();
  const { text } = await smtp.waitFor('mailed@example.com');
  expect(text).toContain(`${mailing.url}/console/invitation#inv_`);
  expect(await field('Invitation link').count()).toBe(0);
});

describe('who follows the link of an invitation', () => {
  const linkFor = async (email: string, mails: number): Promise<string> => {
    const project = await mailing.makeProject();
    await mailing.make('POST', `/projects/${project.id}/invitations`, { email, role: 'developer' });
    return /http\S+inv_\S+/.exec((await smtp.waitFor(email, mails)).text)![0];
  };

  it('with an account enters its password and its code, also after a wrong one, on a phone', async () => {
    const project = await mailing.makeProject();
    const person = await join(mailing, project.id, 'analyst', undefined, smtp);
    const { secret } = await person.client.make('POST', '/second-factors/totp', {
      password: person.password,
    });
    await person.client.make('POST', '/second-factors/totp/confirm', { code: totpCode(secret) });
    await openAsStranger(await linkFor(person.email, 2), { width: 390, height: 800 });
    await visit.page.getByText('You have an account').waitFor();
    visit.expectFault(/status of 40[13]/);
    await visit.write(person.password);
    await visit.press('Enter');
    await field('Code of your app').waitFor();
    await visit.type('000000');
    await visit.press('Enter');
    await visit.page.getByRole('alert').waitFor();
    await expectNothingSideways(visit);
    await visit.press('Control+a');
    await visit.type(totpCode(secret, 1));
    await visit.press('Enter');
    await visit.page.getByText('You belong to the project “Test” now').waitFor();
  });

  it('is told if it is not open any more, or not whole', async () => {
    const link = await linkFor('late@example.com', 1);
    await openAsStranger(`${link}x`);
    visit.expectFault(/status of 40[14]/);
    await visit.page.getByRole('alert').waitFor();
    await expectAccessible(visit, 'invitation-not-open');
    await visit.open('about:blank');
    await visit.open(link.replace(/#.*/, ''));
    await visit.page.getByText('The address of this page is not complete.').waitFor();
  });
});

it('on a phone and in Russian the account fits', async () => {
  await openAs('phone@example.com', { width: 390, height: 844, touch: true, language: 'ru' });
  for (const tab of ['login', 'tokens', 'log']) {
    if (tab !== 'login') await visit.open(`${localhost()}/console/account?tab=${tab}`);
    await visit.page.locator('#content h1').waitFor();
    await expectNothingSideways(visit);
    await expectAccessible(visit, `account-phone-${tab}`);
  }
});
