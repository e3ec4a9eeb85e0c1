import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstProject } from './dialog/projects/first-projects.ts';
import type { FirstStart } from './dialog/projects/first-start.ts';
import type { Settings } from './settings.ts';

/** Where the server is, for programs and for browsers, without a final slash. */
interface Addresses {
  url: string;
  urlForPeople: string;
}

/** The file in which `npm run receive` finds the secret of the demo channel. */
export const receiverFile = 'receiver.json';

/**
 * Writes the demo channel's secret for the receiver, readable by this user only.
 * @returns the options that the receiver needs instead, if DATA_DIR is not used or cannot be written
 */
export function leaveReceiverFile(
  { dataDir, usesDataDir, receivePort }: Settings,
  signingSecret: string,
): string[] {
  const options = ['--port', String(receivePort), '--secret', signingSecret];
  if (!usesDataDir) return options;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(
      join(dataDir, receiverFile),
      `${JSON.stringify({ port: receivePort, signing_secret: signingSecret }, null, 2)}\n`,
      { mode: 0o600 },
    );
    return [];
  } catch {
    return options;
  }
}

/**
 * The text of the first start: how to log in, and a first message to paste.
 * @param receive the command that starts the receiver
 */
export function welcome(
  { ownerEmail, ownerPassword, demo }: FirstStart,
  { url: address, urlForPeople }: Addresses,
  { dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  receive: string,
): string {
  const lines = [
    ...places({ url: address, urlForPeople }, { dataDir, databaseUrl }),
    '',
    '  Kept nowhere in readable form, so write it down now:',
    `    owner      ${ownerEmail}`,
    `    password   ${ownerPassword ?? 'the one you set in OWNER_PASSWORD'}`,
  ];
  if (demo) {
    lines.push(
      `    project    ${demo.projectId}`,
      `    key        ${demo.projectKey}`,
      '',
      '  Your first message. In a second terminal, start a receiver:',
      '',
      `    ${receive}`,
      '',
      '  and in a third, send it something:',
      '',
      `    curl -X POST ${address}/api/v1/projects/${demo.projectId}/messages \\`,
      `      -H 'Authorization: Bearer ${demo.projectKey}' \\`,
      `      -H 'Content-Type: application/json' \\`,
      `      -H 'Idempotency-Key: my-first-message' \\`,
      `      -d '{"identity_id": "${demo.liveIdentityId}", "text": "Hello from Parley"}'`,
      '',
      `  ${demo.liveIdentityId} is an identity: a customer's account in one channel, here that of the receiver.`,
      `  How to make one of your own: docs/api.md, "An identity of your own".`,
      '',
      '  A chat as visitors of a website see it. Say hello there:',
      '',
      `    ${address}/chat/${demo.chatChannelId}`,
      '',
      '  If somebody asks for a person there, you answer in the inbox of the console.',
      '',
      `  ${demo.sandboxIdentityId} is a customer in the sandbox: nothing sent there leaves the server.`,
    );
  }
  return `\n${lines.join('\n')}\n\n`;
}

/**
 * The text of every later start on a terminal: where everything is, without secrets.
 * @param resetPassword the command that gives the owner a new password
 */
export function welcomeBack(
  { url: address, urlForPeople }: Addresses,
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  projects: readonly FirstProject[],
  resetPassword: string,
): string {
  const lines = [
    ...places({ url: address, urlForPeople }, settings),
    ...projects.flatMap(({ id, name, chats }) => [
      `  Project ${printable(name)}: ${id}`,
      ...chats.map((chat) => `    ${printable(chat.name)}: ${address}/chat/${chat.id}`),
    ]),
    '',
    `  Lost the password? ${resetPassword}`,
  ];
  return `\n${lines.join('\n')}\n\n`;
}

/** What is where, the console first. It has a name where the server has one: passkeys belong to names, and work at no IP address. */
const places = (
  { url, urlForPeople }: Addresses,
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
): string[] => [
  `Parley is ready at ${url}`,
  '',
  `  The console, for people: log in at ${urlForPeople}`,
  `  The API reference, for programs: ${url}/docs`,
  placeOfData(settings),
];

const placeOfData = ({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>): string =>
  databaseUrl ? '  Its data is in the database of DATABASE_URL.' : `  Its data is in the folder ${dataDir}`;

/** A name without control characters, which a terminal would obey. */
const printable = (name: string): string => name.replaceAll(/\p{Cc}/gu, ' ');
