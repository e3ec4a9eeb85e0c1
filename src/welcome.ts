import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstStart } from './dialog/owner/installation.ts';
import type { Settings } from './settings.ts';

/** Where `npm run receive` finds what it needs to know about the demo channel. */
export const receiverFile = 'receiver.json';

/** Leaves the demo channel's secret to the receiver, readable by this user only. */
export function leaveReceiverFile(settings: Settings, signingSecret: string): void {
  mkdirSync(settings.dataDir, { recursive: true });
  writeFileSync(
    join(settings.dataDir, receiverFile),
    `${JSON.stringify({ port: settings.receivePort, signing_secret: signingSecret }, null, 2)}\n`,
    { mode: 0o600 },
  );
}

/** What a newcomer is told at the first start: how to log in, and a first message to paste. */
export function welcome({ ownerEmail, ownerPassword, demo }: FirstStart, address: string): string {
  const lines = [
    `Parley is ready at ${address}   (API reference: ${address}/docs)`,
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
      '    npm run receive',
      '',
      '  and in a third, send it something:',
      '',
      `    curl -X POST ${address}/api/v1/projects/${demo.projectId}/messages \\`,
      `      -H 'Authorization: Bearer ${demo.projectKey}' \\`,
      `      -H 'Content-Type: application/json' \\`,
      `      -H 'Idempotency-Key: my-first-message' \\`,
      `      -d '{"identity_id": "${demo.liveIdentityId}", "text": "Hello from Parley"}'`,
      '',
      `  A chat as visitors of a website see it: ${address}/chat/${demo.chatChannelId}`,
      '',
      `  ${demo.sandboxIdentityId} is a customer in the sandbox: nothing sent there leaves the server.`,
    );
  }
  return `\n${lines.join('\n')}\n\n`;
}
