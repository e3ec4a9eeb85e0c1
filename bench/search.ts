import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { searchConversations } from '../src/dialog/search/find.ts';
import { bucketOf, indexed, questionOf } from '../src/dialog/search/words.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { idGenerator } from '../src/platform/ids.ts';
import { migrateDatabase } from '../src/platform/migrations.ts';
import { openDatabase, type Queryable } from '../src/platform/postgres.ts';
import { planByIndex } from '../src/platform/session-settings.ts';
import { allStatements } from '../src/platform/statement.ts';
import { copyIn } from './copy-in.ts';

/**
 * `npm run bench:search`: how long a search takes in one project with many messages, and in one of many projects. The messages are
 * made of words as frequent as those of a language (Zipf), and copied into a Postgres of the bench's own. Nothing is asserted.
 * Beside the times, which are of the machine, it says what does not depend on it: how many buckets and blocks a question takes.
 *
 *   --messages n   of the large project; 200,000 unless told otherwise
 *   --projects n   small projects; 20 unless told otherwise
 *   --each n       messages of each; 10,000 unless told otherwise
 *   --asked n      questions of each sort; 200 unless told otherwise
 *   --folder x     for the database; it needs about 2 GB for each million messages
 *   --keep         leaves the database in that folder, and the next run with the same folder asks it without seeding anew
 */
const { values: flags } = parseArgs({
  options: {
    messages: { type: 'string', default: '200000' },
    projects: { type: 'string', default: '20' },
    each: { type: 'string', default: '10000' },
    asked: { type: 'string', default: '200' },
    folder: { type: 'string', default: tmpdir() },
    keep: { type: 'boolean', default: false },
  },
});
const sizes = [
  Number(flags.messages),
  ...Array.from({ length: Number(flags.projects) }, () => Number(flags.each)),
];
const asked = Number(flags.asked);

const vocabulary = 50_000;
const wordsInMessage = 12;
/** Of rank r with a frequency of about 1/r. */
const someRank = () => Math.floor(vocabulary ** Math.random());
const wordOf = (rank: number) => `w${rank.toString(36)}`;
const tell = (line: string) => process.stdout.write(`${line}\n`);
const newId = idGenerator();

interface Seeded {
  projectId: string;
  number: number;
  messages: number;
}

/** The lines of COPY for the messages of a project and for their words, with the same ids. */
function* linesOf(
  project: Seeded & { identityId: string },
  first: number,
  of: 'messages' | 'words',
  ids: string[],
  texts: string[],
): Generator<string> {
  let piece = '';
  for (const [n, id] of ids.entries()) {
    const words = texts[n]!.split(' ');
    const own =
      of === 'messages'
        ? [
            project.identityId,
            'live',
            n % 2 ? 'in' : 'out',
            n % 2 ? 'received' : 'sent',
            JSON.stringify({ text: texts[n], data: {} }),
            '2026-01-01',
          ]
        : [
            [...new Set(indexed(project.number, bucketOf.newer(first + n), words).split(' '))]
              .sort()
              .map((word) => `'${word}'`)
              .join(' '),
          ];
    piece += `${[project.projectId, id, String(first + n + 1), ...own].join('\t')}\n`;
    if (piece.length < 2 ** 16) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** Fills the tables without their index and without looks for foreign keys; the index is made when all is there, as `pg_restore` does. */
async function seed(client: pg.Client): Promise<Seeded[]> {
  const { rows: indexes } = await client.query(
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'dialog' AND indexname = 'search_messages_by_word'`,
  );
  await client.query('DROP INDEX dialog.search_messages_by_word');
  await client.query(`SET session_replication_role = 'replica'`);
  const ownerId = newId();
  await client.query(
    `INSERT INTO dialog.owners (id, email, password_hash) VALUES ($1, 'bench@example.com', '-')`,
    [ownerId],
  );
  const seeded: Seeded[] = [];
  for (const messages of sizes) {
    const [projectId, channelId, profileId, identityId] = [newId(), newId(), newId(), newId()];
    await client.query(`INSERT INTO dialog.projects (id, owner_id, name) VALUES ($1, $2, 'bench')`, [
      projectId,
      ownerId,
    ]);
    await client.query(
      `INSERT INTO dialog.channels (project_id, id, type, name, environment, settings, secrets)
       VALUES ($1, $2, 'webhook', 'bench', 'live', '{}', '')`,
      [projectId, channelId],
    );
    await client.query('INSERT INTO dialog.profiles (project_id, id) VALUES ($1, $2)', [
      projectId,
      profileId,
    ]);
    await client.query(
      `INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id) VALUES ($1, $2, $3, 'bench', $4)`,
      [projectId, identityId, channelId, profileId],
    );
    const { rows } = await client.query(
      'INSERT INTO dialog.search_cursors (project_id, messages) VALUES ($1, $2) RETURNING number',
      [projectId, messages],
    );
    const project = { projectId, identityId, number: Number(rows[0].number), messages };
    for (let first = 0; first < messages; first += 100_000) {
      const count = Math.min(100_000, messages - first);
      const ids = Array.from({ length: count }, newId);
      const texts = ids.map(() => Array.from({ length: wordsInMessage }, () => wordOf(someRank())).join(' '));
      await copyIn(
        client,
        `COPY dialog.conversation_messages (project_id, id, seq, identity_id, environment, direction, delivery, payload, created_at) FROM STDIN`,
        linesOf(project, first, 'messages', ids, texts),
      );
      await copyIn(
        client,
        'COPY dialog.search_messages (project_id, id, seq, words) FROM STDIN',
        linesOf(project, first, 'words', ids, texts),
      );
    }
    seeded.push(project);
  }
  tell('All messages are there; now the index.');
  await client.query(`SET maintenance_work_mem = '1GB'`);
  await client.query(indexes[0].indexdef);
  await client.query('VACUUM ANALYZE');
  return seeded;
}

/** Questions by how frequent their words are. */
const questions: Record<string, () => string> = {
  'the most frequent word': () => wordOf(1),
  'a word of medium frequency': () => wordOf(100 + Math.floor(Math.random() * 900)),
  'a rare word': () => wordOf(20_000 + Math.floor(Math.random() * 30_000)),
  'a word that is not there': () => `absent${Math.random().toString(36).slice(2)}`,
  'two words of medium frequency': () =>
    `${wordOf(50 + Math.floor(Math.random() * 50))} ${wordOf(500 + Math.floor(Math.random() * 500))}`,
  'a frequent word and another, half typed': () =>
    `${wordOf(1 + Math.floor(Math.random() * 9))} ${wordOf(100 + Math.floor(Math.random() * 900)).slice(0, 2)}`,
  'a frequent word and the beginning of none': () => `${wordOf(1)} absent`,
  'two words, the last half typed': () =>
    `${wordOf(someRank())} ${wordOf(100 + Math.floor(Math.random() * 900)).slice(0, 2)}`,
};

/** How long most took, in milliseconds. */
function partsOf(times: number[]): string {
  if (times.length === 0) return 'unknown';
  const sorted = times.toSorted((a, b) => a - b);
  const part = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  return `p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, longest ${part(1)} ms`;
}

const { text: searching } = [...allStatements()].find(({ name }) => name === 'search-messages')!;

/** For how long a process has had a processor, in milliseconds; undefined where the system does not say (proc(5), schedstat). */
function processorMs(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

/** How many buckets a question looks into, and how many blocks it reads there. */
async function effortOf(database: Queryable, projectId: string, question: string): Promise<string> {
  const { rows } = await database.query<any>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${searching}`, [
    projectId,
    questionOf(question),
  ]);
  let buckets = 0;
  let blocks = 0;
  const walk = (plan: any): void => {
    if (plan['Index Name'] === 'search_messages_by_word') {
      buckets = Math.max(buckets, plan['Actual Loops']);
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
    for (const each of plan.Plans ?? []) walk(each);
  };
  walk(rows[0]['QUERY PLAN'][0].Plan);
  return `one took ${blocks} blocks of the index in ${buckets} buckets`;
}

const folder = flags.keep ? flags.folder : mkdtempSync(join(flags.folder, 'parley-search-'));
// What is seeded may be lost, and the questions write nothing.
const settings = { max_wal_size: '8GB', fsync: 'off', autovacuum: 'off' };
const postgres = await startEmbeddedPostgres({ dataDir: folder, settings });
try {
  tell(`Load of the machine ${loadavg()[0]!.toFixed(1)}; times are of this moment.`);
  await migrateDatabase(postgres.connection);
  const client = new pg.Client(postgres.connection as pg.ClientConfig);
  await client.connect();
  const began = performance.now();
  const known = await client.query(
    `SELECT project_id AS "projectId", number::int, messages::int FROM dialog.search_cursors ORDER BY number`,
  );
  const [large, ...small] = known.rows.length > 0 ? known.rows : await seed(client);
  const { rows } = await client.query(
    `SELECT pg_size_pretty(pg_total_relation_size('dialog.search_messages')) AS all, pg_size_pretty(pg_relation_size('dialog.search_messages_by_word')) AS index`,
  );
  tell(
    `${sizes.reduce((a, b) => a + b).toLocaleString('en')} messages in ${Math.round((performance.now() - began) / 1000)} s; the search has ${rows[0].all}, of which ${rows[0].index} are its index.`,
  );
  const database = openDatabase(postgres.connection, {
    ...{ connections: 1, onError: () => {} },
    session: planByIndex,
  });
  const { rows: process } = await database.query<any>('SELECT pg_backend_pid() AS pid');
  const { pid } = process[0];
  for (const [name, question] of Object.entries(questions)) {
    for (const [where, of] of [
      ['large', () => large!],
      ['small', () => small[Math.floor(Math.random() * small.length)]!],
    ] as const) {
      if (where === 'small' && small.length === 0) continue;
      const times: number[] = [];
      const busy: number[] = [];
      const effort = await effortOf(database, of().projectId, question());
      for (let n = 0; n < asked; n++) {
        const at = performance.now();
        const before = processorMs(pid);
        await searchConversations(database, of().projectId, question());
        times.push(performance.now() - at);
        if (before !== undefined) busy.push(processorMs(pid)! - before);
      }
      tell(
        `${name}, ${where} project: ${partsOf(times)}; of the database's processor ${partsOf(busy)}; ${effort}`,
      );
    }
  }
  await database.close();
  await client.end();
} finally {
  await postgres.stop();
  if (!flags.keep) rmSync(folder, { recursive: true, force: true });
}
