import { randomUUID } from 'node:crypto';
import type { Role } from '../../src/dialog/rights/roles.ts';
import type { Smtp } from '../fakes/smtp.ts';
import { Client } from './client.ts';

/** Somebody who was invited into a project, has accepted and is logged in. */
export interface Person {
  id: string;
  email: string;
  password: string;
  client: Client;
}

const password = 'a password of a person';

/** Invites somebody as an owner of the project, and accepts as they would. @param smtp to read the token from their mail, if the server sends mails */
export async function join(
  owner: Client,
  projectId: string,
  role: Role,
  email = `${role}-${randomUUID()}@example.com`,
  smtp?: Smtp,
): Promise<Person> {
  const invitation = await owner.make('POST', `/projects/${projectId}/invitations`, { email, role });
  const token = smtp ? /#(inv_[\w-]+)/.exec((await smtp.waitFor(email)).text)![1] : invitation.token;
  const visitor = new Client(owner.url);
  const { status, body, text } = await visitor.call('POST', '/api/owner/invitations/accept', {
    body: { token, password },
  });
  if (status !== 200) throw new Error(`the invitation was answered ${status} ${text}`);
  const client = new Client(owner.url);
  await client.logIn(email, password);
  return { id: body.owner.id, email, password, client };
}
