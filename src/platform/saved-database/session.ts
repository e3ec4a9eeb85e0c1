import pg from 'pg';
import { connectMs, type DatabaseAddress, keepAlive } from '../postgres.ts';

/** Values are written and read in the same form, whatever a server or a role has set. Such work may take hours. */
const settings = [
  "SET DateStyle = 'ISO, MDY'",
  "SET IntervalStyle = 'postgres'",
  'SET extra_float_digits = 3',
  'SET statement_timeout = 0',
  'SET lock_timeout = 0',
  'SET idle_in_transaction_session_timeout = 0',
  // Since Postgres 17.
  "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'",
];

/** Uses a connection of its own, without limits of time. @param name shown to others as that of the connection */
export async function withSession<Result>(
  address: DatabaseAddress,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...address,
    ...keepAlive,
    connectionTimeoutMillis: connectMs,
    application_name: name,
  });
  client.on('error', () => {}); // the running statement fails too
  await client.connect();
  try {
    await client.query(settings.join('; '));
    return await work(client);
  } finally {
    await client.end();
  }
}
