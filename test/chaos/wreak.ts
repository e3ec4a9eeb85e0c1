import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { RedisProcess } from '../fixtures/redis-process.ts';
import type { FreezingProxy } from '../harness/freezing-proxy.ts';
import type { Fleet } from './fleet.ts';
import type { Options } from './options.ts';
import type { Random } from './random.ts';
import { ask } from './records.ts';

/** The faults to cause, and how many of each. */
export interface Wreck extends Pick<Options, 'seconds' | 'kills' | 'cuts' | 'freezes' | 'stalls'> {
  random: Random;
  fleet: Fleet;
  redis: RedisProcess | undefined;
  folder: string;
  connection: pg.ClientConfig;
  /** The proxy between the servers and the database. */
  proxy: FreezingProxy;
}

/** Causes the faults at random moments. @returns the faults, and how often each happened. */
export async function wreak(wreck: Wreck): Promise<Map<string, number>> {
  const { seconds, kills, cuts, freezes, stalls, random, fleet, redis, proxy } = wreck;
  const done = new Map<string, number>();
  const count = (name: string, times = 1) => done.set(name, (done.get(name) ?? 0) + times);
  const faults: [at: number, fault: () => Promise<unknown>][] = [];
  // The load gets some seconds before the first fault, and after every fault there is time for its effects.
  const moment = () => 2000 + random.next() * (seconds - 4) * 1000;
  const plan = (times: number, fault: () => Promise<unknown>) => {
    for (let i = 0; i < times; i++) faults.push([moment(), fault]);
  };
  plan(kills, async () => {
    while (!(await fleet.kill((ids) => random.pick(ids)))) await sleep(100);
    count('kill -9 of a server process');
  });
  plan(cuts, async () => count('connections to Postgres cut', await cut(wreck.connection)));
  plan(freezes, async () => count('connections to Postgres frozen', proxy.freeze()));
  plan(stalls, async () => {
    await fleet.stall((ids) => random.pick(ids), random.whole(3000, 7000));
    count('processes that stood still');
  });
  plan(1, async () => {
    killPostgres(wreck.folder);
    count('kill -9 of Postgres');
  });
  if (redis) {
    plan(1, async () => {
      await redis.flushAll();
      count('FLUSHALL of Redis');
    });
    plan(1, async () => {
      await redis.kill();
      await sleep(random.whole(500, 2500));
      await redis.start();
      count('kill -9 of Redis');
    });
  }
  const began = Date.now();
  await Promise.all(
    faults.map(async ([at, fault]) => {
      for (let attempt = 1; ; attempt++) {
        await sleep(Math.max(0, began + at - Date.now()));
        try {
          return await fault();
        } catch (error) {
          // For example a flush while Redis is down: it is tried again a moment later.
          if (attempt === 10) throw error;
          at = Date.now() - began + 1000;
        }
      }
    }),
  );
  await sleep(Math.max(0, began + seconds * 1000 - Date.now()));
  return done;
}

/** Kills the database's first process, like a crash of the machine; whoever started the database starts it again. */
function killPostgres(folder: string): void {
  const pid = Number.parseInt(readFileSync(join(folder, 'database/postgres/postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
}

/** Cuts a third of all connections, whatever they are doing. @returns how many. */
async function cut(connection: pg.ClientConfig): Promise<number> {
  const { rows } = await ask<{ pid: number }>(
    connection,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND random() < 0.33`,
  );
  return rows.length;
}
