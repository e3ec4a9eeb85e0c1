import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Figure, showMs } from './figures.ts';
import type { Running } from './processes.ts';
import type { Place } from './routes.ts';
import { seedBlock } from './seed.ts';
import { publishMethod } from './seed-method.ts';

const slug = 'hostile';
const goalMs = 200;
const msBetweenProbes = 20;
const atOnce = 8;

/** A schema whose compilation takes seconds: parts that refer to each other, up to 64 KiB. */
const heavy = {
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: 700 }, (_, i) => [
      `d${i}`,
      { properties: { a: { $ref: `#/$defs/d${(i * 7 + 1) % 700}` }, b: { pattern: `^a{${i}}` } } },
    ]),
  ),
};

const texts = Array.from({ length: 4000 }, (_, i) => `a${i}b`);

/** Slow requests that callers of a project can send: a body, and the operation that it is for. */
const attacks = {
  'a pattern that backtracks': {
    schema: { properties: { a: { pattern: '^(?=a)(a+)+$' } } },
    mapping: null,
    input: { a: `${'a'.repeat(60)}!` },
  },
  'a schema of 64 KiB': { schema: heavy, mapping: null, input: { a: { a: { b: 'a' } } } },
  'where_exp over 4,000 texts': {
    schema: {},
    mapping: { found: '{{ input.list | where_exp: "x", "input.text contains x" | size }}' },
    input: { list: texts, text: 'a'.repeat(300_000) },
  },
};

/** How long /healthz takes at worst, at rest and while each attack goes on. */
export async function hostile({ ground, scale }: Place, server: Running, name: string): Promise<Figure[]> {
  const pool = await ground.pool(name);
  const figures: Figure[] = [];
  for (const [attack, { schema, mapping, input }] of Object.entries(attacks)) {
    const { key, project } = await seedHostile(pool, schema, mapping);
    const url = `http://127.0.0.1:${server.port}/api/published/${project}/${slug}/v1`;
    const idle = await worstProbe(server.port, scale.ms);
    const statuses: Record<number, number> = {};
    const until = performance.now() + scale.ms * 2;
    const calls = Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        const { status } = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    });
    const worst = await worstProbe(server.port, scale.ms * 2);
    await Promise.all(calls);
    figures.push({
      name: `Worst /healthz beside ${attack} / ${goalMs} ms`,
      ratios: [worst / goalMs],
      goal: { at: 'most', value: 1 },
      detail: `${showMs(worst)}, ${showMs(idle)} at rest; answers ${JSON.stringify(statuses)}`,
    });
  }
  return figures;
}

async function worstProbe(port: number, ms: number): Promise<number> {
  let worst = 0;
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const began = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
    worst = Math.max(worst, performance.now() - began);
    await sleep(msBetweenProbes);
  }
  return worst;
}

/** A project with a method over an operation that has this schema, as an earlier release stored it. */
async function seedHostile(
  pool: pg.Pool,
  schema: object,
  mapping: object | null,
): Promise<{ key: string; project: string }> {
  const { writers, projectIds } = await seedBlock(pool, 250);
  const { project, key: projectKey } = writers[0]!;
  const fields = ['a', 'list', 'text'].map((field, i) => ({
    ...{ name: field, type: ['string', 'array', 'string'][i], required: false, description: '' },
  }));
  const input = schema === heavy ? [{ ...fields[0], type: 'object' }] : fields;
  const definition = {
    ...{ environment: 'sandbox', target: { operation: slug }, input, mapping, identity: null, result: null },
  };
  for (const projectId of projectIds) {
    await publishMethod(pool, projectId, slug, { schema, definition });
  }
  const key = `ep_${randomBytes(32).toString('base64url')}`;
  await pool.query(
    `UPDATE dialog.project_keys SET methods = ARRAY[$1], scopes = '{}', hash = $2 WHERE hash = $3`,
    [slug, sha256(key), sha256(projectKey!)],
  );
  return { key, project };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
