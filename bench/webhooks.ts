import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { newId, readId } from '../src/platform/ids.ts';
import { type Figure, median, ratios, whole } from './figures.ts';
import { type Ground, ownerAccount } from './ground.ts';
import { pause, type Running } from './processes.ts';

/** The figure for notifications: how much one dead endpoint slows down the others. */

const endpoints = 10;

/**
 * Entries of the audit log that one process delivers to ten subscriptions. In every second round the tenth endpoint
 * takes connections and never answers. On both sides the time is from the first to the last notification that the other
 * nine got.
 */
export async function notifications(
  ground: Ground,
  { rounds, entries }: { rounds: number; entries: number },
): Promise<Figure[]> {
  const pool = await ground.pool('webhooks');
  const server = await ground.start('webhooks');
  const owner = await logIn(server);
  const rates = { alive: [] as number[], dead: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? (['alive', 'dead'] as const) : (['dead', 'alive'] as const);
    for (const tenth of order) {
      const rate = await drainNine(pool, owner, entries, tenth === 'dead');
      if (round >= 0) rates[tenth].push(rate);
    }
  }
  await server.stop();
  return [
    {
      name: 'Time of notifications to nine, tenth dead / alive',
      ratios: ratios(rates.alive, rates.dead),
      goal: { at: 'most', value: 1.3 },
      detail: `${whole(median(rates.dead))}/s against ${whole(median(rates.alive))}/s, ${whole(entries * endpoints)} made`,
    },
  ];
}

/** Calls the owner API. @param path below `/api/owner`. */
type Owner = (method: string, path: string, body?: unknown) => Promise<any>;

async function logIn({ port }: Running): Promise<Owner> {
  const base = `http://127.0.0.1:${port}/api/owner`;
  const json = { 'content-type': 'application/json' };
  const session = await fetch(`${base}/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(ownerAccount),
  });
  const cookie = session.headers.getSetCookie()[0]!.split(';')[0]!;
  const { csrf_token: token } = (await session.json()) as { csrf_token: string };
  return async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      headers: { ...json, cookie, 'x-csrf-token': token },
      body: JSON.stringify(body ?? {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`);
    return answer.json();
  };
}

/** @returns notifications a second that nine endpoints got together. */
async function drainNine(
  pool: pg.Pool,
  owner: Owner,
  entries: number,
  isTenthDead: boolean,
): Promise<number> {
  const project = await owner('POST', '/projects', { name: 'bench' });
  const projectId = readId('project', project.id);
  const times: number[] = [];
  const servers: Server[] = [];
  for (let n = 0; n < endpoints; n++) {
    const isDead = isTenthDead && n === endpoints - 1;
    const server = createServer((request, response) => {
      request.resume();
      if (isDead) return;
      if (n < endpoints - 1) times.push(performance.now());
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await owner('PUT', `/projects/${project.id}/subscriptions/s${n}`, { kinds: ['message.sent'], url });
  }
  await pool.query(
    `INSERT INTO dialog.audit_inbox
       (project_id, actor_type, action, subject_type, subject_id, environment, identity_id, data)
     SELECT $1, 'system', 'message.sent', 'message', 'msg_' || n, 'live', $2, '{"attempts":1}'
     FROM generate_series(1, $3) AS n`,
    [projectId, newId(), entries],
  );
  const wanted = entries * (endpoints - 1);
  for (let tries = 0; times.length < wanted; tries++) {
    if (tries > 1200) throw new Error(`only ${times.length} of ${wanted} notifications came within 60 s`);
    await pause(50);
  }
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  // Deliveries that the tenth endpoint did not accept must not run in the next round.
  await pool.query(`UPDATE dialog.subscriptions SET state = 'disabled' WHERE project_id = $1`, [projectId]);
  await pool.query(`DELETE FROM dialog.tasks WHERE project_id = $1 AND state = 'queued'`, [projectId]);
  await pause(500);
  return wanted / ((times[wanted - 1]! - times[0]!) / 1000);
}
