import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isQuiet } from '../../src/dialog/notifications/quiet.ts';
import { readId } from '../../src/platform/ids.ts';
import { type Smtp, startSmtp } from '../fakes/smtp.ts';
import type { TestProject } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { join, type Person } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { startMailingServer } from '../mail/server.ts';
import { type Browser, identityOf, makeChat, openBrowser } from '../webchat/scene.ts';

let smtp: Smtp;
let server: TestServer;
let project: TestProject;
let chat: string;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startMailingServer(smtp.url);
});
beforeEach(async () => {
  project = await server.makeProject();
  chat = (await makeChat(server, project)).id;
  anna = await join(server, project.id, 'operator', undefined, smtp);
  boris = await join(server, project.id, 'operator', undefined, smtp);
});
afterAll(async () => {
  await server?.close();
  await smtp?.close();
});

const wants = ({ client }: Person, waiting: boolean, mine: boolean, quiet: object | null = null) =>
  client.make('PUT', `/projects/${project.id}/notifications`, { mail: { waiting, mine }, quiet });

interface Customer {
  visitor: Browser;
  profile: string;
  identity: string;
}

async function customer(): Promise<Customer> {
  const visitor = await openBrowser(server, chat);
  await visitor.say('Hello');
  const identity = await identityOf(server, project, visitor.visitorId);
  const { profile_id } = await until(async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/dialogs`);
    return items.find((each: any) => each.identity_id === identity);
  });
  return { visitor, profile: profile_id, identity };
}

const calls = ({ visitor }: Customer) => visitor.call('POST', '/operator');
const conversation = (profile: string, path: string) =>
  `/projects/${project.id}/conversations/${profile}${path}`;

/** The subjects of the mails about customers to somebody. A mail whose sending was not answered in time comes once more, with the same id. */
const toldTo = ({ email }: Person): string[] => {
  const about = smtp.taken.filter(
    ({ to, subject }) => to.includes(email) && subject.startsWith('A customer'),
  );
  return [...new Map(about.map(({ messageId, subject }) => [messageId, subject])).values()];
};

/** A mail that meets a busy moment is tried again only after 10 to 20 seconds. */
const toBeTold = (person: Person, times: number) =>
  expect.poll(() => toldTo(person), { timeout: patient(60_000) }).toHaveLength(times);

/** Waits until people were told of everything so far. */
async function settled(): Promise<void> {
  const log = await server.audit(project);
  const place = [readId('project', project.id), log.at(-1)!.id];
  const { database } = server.server.parts;
  const count = async (text: string, values: unknown[]) =>
    (await database.query<any>(text, values)).rows.length;
  await until(async () => {
    const behind = 'SELECT 1 FROM dialog.notification_cursors WHERE project_id = $1 AND last >= $2';
    return (await count(behind, place)) > 0 && (await count('SELECT 1 FROM dialog.mails', [])) === 0;
  });
}

it('whoever wants to know is told once that a customer waits, and again only after they have read it', async () => {
  await wants(anna, true, false);
  const ann = await customer();
  await settled();
  expect(toldTo(anna)).toEqual([]);
  await calls(ann);
  await toBeTold(anna, 1);
  // The first one was her invitation.
  const mail = await smtp.waitFor(anna.email, 2);
  expect(mail.text).not.toContain('Hello');
  await ann.visitor.say('Is anybody there?');
  await settled();
  expect(toldTo(anna)).toHaveLength(1);
  expect(toldTo(boris)).toEqual([]);
  await anna.client.make('POST', conversation(ann.profile, '/read'));
  await ann.visitor.say('Hello?');
  await toBeTold(anna, 2);
});

it('what is said in a conversation that somebody sees to is told to them, and to nobody else', async () => {
  await wants(anna, true, true);
  await wants(boris, true, true);
  const ann = await customer();
  await until(async () => (await server.owner('GET', conversation(ann.profile, ''))).status === 200);
  await boris.client.make('POST', conversation(ann.profile, '/take'));
  await ann.visitor.say('Boris?');
  await toBeTold(boris, 1);
  expect(toldTo(boris)[0]).toContain('has written to you');
  await settled();
  expect(toldTo(anna)).toEqual([]);
});

it('whoever is given a conversation whose customer waits is told of it, and not if they take it or nobody waits there', async () => {
  await wants(anna, false, true);
  await wants(boris, false, true);
  const [ann, carl] = [await customer(), await customer()];
  const now = async ({ profile }: Customer) => (await server.owner('GET', conversation(profile, ''))).body;
  for (const each of [ann, carl]) await until(async () => (await now(each)).unanswered_since);
  const give = ({ profile }: Customer, assignee_id: string) =>
    server.make('PUT', conversation(profile, '/assignment'), { assignee_id });
  await give(ann, boris.id);
  await toBeTold(boris, 1);
  await anna.client.make('POST', conversation(carl.profile, '/take'));
  const dialog = `/projects/${project.id}/dialogs/${carl.identity}`;
  await anna.client.make('POST', `${dialog}/messages`, { text: 'Here I am' });
  await until(async () => (await now(carl)).unanswered_since === null);
  await give(carl, boris.id);
  await settled();
  expect([toldTo(anna), toldTo(boris)]).toEqual([[], [expect.stringContaining('has written to you')]]);
});

it('nobody is told in their quiet hours, or after they have left the project', async () => {
  const hour = new Date().getUTCHours();
  const at = (n: number) => `${String((n + 24) % 24).padStart(2, '0')}:00`;
  await wants(anna, true, true, { from: at(hour - 2), to: at(hour + 3), time_zone: 'UTC' });
  await wants(boris, true, true);
  await server.make('DELETE', `/projects/${project.id}/people/${boris.id}`);
  await calls(await customer());
  await settled();
  expect([toldTo(anna), toldTo(boris)]).toEqual([[], []]);
});

it('settings are of one person in one project', async () => {
  const quiet = { from: '22:00', to: '07:30', time_zone: 'Europe/Riga' };
  const wanted = { mail: { waiting: true, mine: false }, quiet };
  const shown = { ...wanted, push: { waiting: false, mine: false } };
  expect(await wants(anna, true, false, quiet)).toEqual(shown);
  const path = `/projects/${project.id}/notifications`;
  expect(await anna.client.make('GET', path)).toEqual(shown);
  expect(await boris.client.make('GET', path)).toEqual({
    mail: { waiting: false, mine: false },
    push: { waiting: false, mine: false },
    quiet: null,
  });
  const other = await server.makeProject();
  expect(await server.make('GET', `/projects/${other.id}/notifications`)).toMatchObject({ quiet: null });
});

it('quiet hours are those of the clocks of their time zone, also over midnight', () => {
  const night = { from: '22:00', to: '07:30', timeZone: 'Europe/Riga' };
  const day = { from: '09:00', to: '17:00', timeZone: 'Europe/Riga' };
  // Riga is two hours ahead of UTC in November.
  const quiet = (hours: typeof night, at: string) => isQuiet(hours, Date.parse(`2026-11-23T${at}:00Z`));
  expect(['19:59', '20:00', '02:00', '05:29', '05:30'].map((at) => quiet(night, at))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(['06:59', '07:00', '14:59', '15:00'].map((at) => quiet(day, at))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
