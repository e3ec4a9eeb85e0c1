import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Visit } from './browser.ts';
import { ownerEmail, ownerPassword } from './server.ts';

/** Builds the console and the chat from the present sources, unless that is what is there. */
export async function buildConsole(): Promise<void> {
  await run('src/console/build/build.mjs');
  await buildWidget();
}

/** Builds the chat of websites from the present sources, unless that is what is there. */
export async function buildWidget(): Promise<void> {
  await run('src/widget/build/build.mjs');
}

/** Beside what this process has open: connections to a server in it would be closed unnoticed while a build blocks it. */
const run = (program: string) => promisify(execFile)(process.execPath, [program]);

/** Logs in where the console asks for it. */
export async function logIn(visit: Visit, email = ownerEmail, password = ownerPassword): Promise<void> {
  const { page } = visit;
  // By its name: the page may speak another language.
  await visit.click(page.locator('input[name=email]'));
  await visit.write(email);
  await visit.press('Tab');
  await visit.write(password);
  await visit.press('Enter');
}

/** Takes a secret that is shown once, as a person does: copies it, and says that they have it. The window is gone then. */
export async function keepSecret(visit: Visit): Promise<void> {
  const dialog = visit.page.getByRole('dialog');
  await visit.click(dialog.getByRole('button', { name: 'Copy', exact: true }));
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  await visit.click(dialog.getByRole('button', { name: 'I have it' }));
  await dialog.waitFor({ state: 'detached' });
}
