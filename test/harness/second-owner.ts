import { hashPassword } from '../../src/dialog/gate/passwords.ts';
import { owners } from '../../src/dialog/schema.ts';
import { newId } from '../../src/platform/ids.ts';
import { Client } from './client.ts';
import type { TestServer } from './server.ts';

/** Another owner of the same installation, logged in. No API makes one, so it is written to the database. */
export async function makeOwner(server: TestServer, email: string, password: string): Promise<Client> {
  await server.server.parts.database.orm
    .insert(owners)
    .values({ id: newId(), email, passwordHash: await hashPassword(password) });
  const client = new Client(server.url);
  await client.logIn(email, password);
  return client;
}
