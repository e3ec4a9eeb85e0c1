import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../src/platform/ids.ts';
import { type Figure, interleave, rates, ratios, showRate } from './figures.ts';
import type { Plan } from './load.ts';
import type { Running } from './processes.ts';
import { type Place, settled, side } from './routes.ts';
import { seedBlock } from './seed.ts';

const connections = 64;
const slug = 'bench';
const input = { sku: 'A-4711', quantity: 2, note: 'Between five and seven, please.' };
const fields = [
  { name: 'sku', type: 'string', required: true, description: '', min_length: 1, max_length: 20 },
  { name: 'quantity', type: 'integer', required: false, description: '', minimum: 1, default: 1 },
  { name: 'note', type: 'string', required: false, description: '', max_length: 500 },
];
/** What the operation itself takes: the same, so that either side has one schema of this size of its own. */
const schema = {
  type: 'object',
  properties: {
    sku: { type: 'string', minLength: 1, maxLength: 20 },
    quantity: { type: 'integer', minimum: 1 },
    note: { type: 'string', maxLength: 500 },
  },
  required: ['sku'],
};
const definition = {
  environment: 'sandbox',
  target: { operation: slug },
  input: fields,
  mapping: { sku: '{{ input.sku }}', quantity: '{{ input.quantity }}', note: 'By method: {{ input.note }}' },
  identity: null,
  result: null,
};

const keysARun = 250;

/**
 * Callers whose projects have an operation and a method that runs it. Every run has keys of its own, but the projects
 * stay: what is measured are calls of a method that is in use, not the compiling of its schema.
 * @param forMethods keys for the method, in place of project keys
 */
async function seedMethods(
  pool: pg.Pool,
  runs: number,
  forMethods: boolean,
): Promise<() => Promise<Plan['callers']>> {
  const { writers, projectIds } = await seedBlock(pool, runs * keysARun);
  for (const projectId of projectIds) {
    await pool.query(
      `WITH revision AS (
         INSERT INTO dialog.operation_revisions (project_id, id, slug, kind, input_schema, definition)
         VALUES ($1, $2, $3, 'http', $4, $5)
       ), operation AS (
         INSERT INTO dialog.operations (project_id, slug, name, description, environments, revision_id)
         VALUES ($1, $3, 'bench', '', '{sandbox}', $2)
       ), method AS (
         INSERT INTO dialog.methods (project_id, slug, name, description, definition)
         VALUES ($1, $3, 'bench', '', $6)
       )
       INSERT INTO dialog.method_versions
         (project_id, slug, version, id, name, description, definition, environment, operation, revision_id, published_by)
       VALUES ($1, $3, 1, $7, 'bench', '', $6, 'sandbox', $3, $2, 'bench')`,
      [
        projectId,
        newId(),
        slug,
        JSON.stringify(schema),
        JSON.stringify({ request: {}, success: {}, mock: { result: {}, variants: [] } }),
        JSON.stringify(definition),
        newId(),
      ],
    );
  }
  const callers = await Promise.all(
    writers.map(async (caller) => {
      if (!forMethods) return { ...caller, targets: [''] };
      const key = `ep_${randomBytes(32).toString('base64url')}`;
      await pool.query(
        `UPDATE dialog.project_keys SET methods = ARRAY[$1], scopes = '{}', hash = $2 WHERE hash = $3`,
        [slug, sha256(key), sha256(caller.key!)],
      );
      return { ...caller, key, targets: [''] };
    }),
  );
  let run = 0;
  return async () => callers.slice(keysARun * run, keysARun * ++run);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Calling a published method, against the run of the operation behind it. */
export async function published(place: Place, server: Running, name: string): Promise<Figure[]> {
  const { ground, scale } = place;
  const pool = await ground.pool(name);
  const post = { method: 'POST', connections } as const;
  const settle = () => settled(ground, name);
  const ofMethods = await seedMethods(pool, scale.rounds + 1, true);
  const ofOperations = await seedMethods(pool, scale.rounds + 1, false);
  const runs = await interleave(
    {
      method: {
        ...side(
          place,
          server,
          { ...post, path: `/api/published/$P/${slug}/v1`, body: JSON.stringify(input) },
          ofMethods,
        ),
        settle,
      },
      operation: {
        ...side(
          place,
          server,
          { ...post, path: `/api/v1/projects/$P/operations/${slug}/runs`, body: JSON.stringify({ input }) },
          ofOperations,
        ),
        settle,
      },
    },
    scale.rounds,
    scale.ms,
  );
  return [
    {
      name: `Time of a method's call / of its operation's run (${name}, 64)`,
      ratios: ratios(rates(runs.operation), rates(runs.method)),
      goal: { at: 'most', value: 1.3 },
      detail: `${showRate(runs.method)} against ${showRate(runs.operation)}`,
    },
  ];
}
