import pg from 'pg';
import { createLog } from '../../src/platform/log.ts';
import { isMigrated } from '../../src/platform/migrations.ts';
import { type Server, startServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { Client } from '../harness/client.ts';
import { testEnvironment } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Installation } from './making/installation.ts';
import type { DumpRecord } from './record.ts';
import { type Restored, restore } from './restore.ts';

/** The present build on the database of an earlier version, with its outside world. */
export interface Upgraded {
  server: Server;
  client: Client;
  /** The dumped project, and the outside world around it. */
  installation: Installation;
  record: Restored['record'];
  outside: Restored['outside'];
  /** The counts before the server started. */
  before: { inbox: number; behind: number; migrated: boolean };
  query(text: string, values?: unknown[]): Promise<any[]>;
  /** Waits until no task runs or waits. */
  settled(): Promise<void>;
  /** The messages to a customer of the webhook channel since the start. */
  told(identityId: string): string[];
  close(): Promise<void>;
}

/** Restores the dump of a version and starts the present build on it, with its worker. */
export async function upgrade(version: string): Promise<Upgraded> {
  const restored = await restore(version);
  const { record, outside } = restored;
  const { chats, ...before } = await look(restored.database.address);
  for (const id of chats) outside.bots.bot.meet({ id: Number(id) });
  const { server, client, query, close } = await serve(restored);
  const installation = Object.assign(new Installation(client, record.project, outside, query), {
    channels: record.channels,
    channelSecret: record.channelSecret,
    connectionOfShop: record.connectionOfShop,
    method: record.method,
  });
  return {
    ...{ server, client, installation, record, outside, before, query, close },
    settled: async () => {
      await until(async () => {
        const [{ open }] = await query(
          `SELECT count(*)::int AS open FROM dialog.tasks WHERE state IN ('queued', 'running')`,
        );
        return open === 0;
      }, 60_000);
    },
    told: (identityId) =>
      outside.receivers.customers.received
        .filter(({ body }) => body.identity_id === identityId)
        .map(({ body }) => body.text),
  };
}

/** Starts the present build on a restored database, with its worker. */
export async function serve({ database, record, outside }: Restored<DumpRecord>) {
  const settings = readSettings({
    ...testEnvironment(database),
    ENCRYPTION_KEY: record.encryptionKey,
    // The dumped leases are short; those of this build outlast a busy machine, or its own work would end as unknown.
    LEASE_SECONDS: '30',
    TRUST_PROXY: 'true',
    OUTBOUND_ALLOW: '127.0.0.1',
  });
  const server = await startServer(settings, createLog(settings.logLevel));
  const client = new Client(server.url);
  await client.logIn(record.owner.email, record.owner.password);
  return {
    server,
    client,
    query: async (text: string, values?: unknown[]) =>
      (await server.parts.database.query<any>(text, values)).rows,
    async close() {
      await server.stop();
      await outside.close();
      await database.drop();
    },
  };
}

async function look(address: pg.ClientConfig): Promise<Upgraded['before'] & { chats: string[] }> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT (SELECT count(*)::int FROM dialog.audit_inbox) AS inbox,
         (SELECT sum(h.last - s.cursor)::int FROM dialog.subscriptions AS s JOIN dialog.audit_heads AS h USING (project_id))
           AS behind,
         (SELECT array_agg(external_id) FROM dialog.identities AS i JOIN dialog.channels AS c ON c.id = i.channel_id
          WHERE c.type = 'telegram') AS chats`,
    );
    return { ...rows[0], migrated: await isMigrated(client as never) };
  } finally {
    await client.end();
  }
}
