import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyRetention } from '../src/dialog/retention/remove.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { readSettings } from '../src/settings.ts';
import { type Figure, median, ratios, showFigure, whole } from './figures.ts';
import { type Cost, measured, type Name, Side } from './growth-side.ts';
import { historyDays, seedHistory } from './seed-history.ts';

/**
 * `npm run bench:growth`: what the statements of the hot path cost Postgres behind a long history, against the same
 * statements in an empty database; and what the removal of old tasks costs, against their acceptance. Both databases are in a
 * Postgres of the bench's own, so that nothing else uses its buffers and writes into its log. It counts processor time of
 * the connection that runs a statement; on a busy machine even this scatters, and then the pages count. Nothing is asserted.
 *
 *   --tasks n      finished tasks, and as many entries of the audit log; 1,000,000 unless told otherwise
 *   --projects n   over which they are spread; 10,000 unless told otherwise. The first has a tenth of them.
 *   --rounds n     5 unless told otherwise, after one to warm up
 *   --folder x     for the database; it needs about 3 GB for each million. The system's folder for temporary files
 *                  unless told otherwise
 */
const { values: flags } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000000' },
    projects: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const tasks = Number(flags.tasks);
const projects = Number(flags.projects);
const rounds = Number(flags.rounds);

/** Projects that are at work at the same time; the first has a long history of its own. */
const busyProjects = Math.min(100, projects);
const tell = (line: string) => process.stdout.write(`${line}\n`);
const since = (began: number) => `${Math.round((performance.now() - began) / 1000)} s`;

const folder = mkdtempSync(join(flags.folder, 'parley-growth-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { max_wal_size: '4GB' } });
try {
  tell(
    `Load of the machine ${loadavg()[0]!.toFixed(1)}; Postgres time is processor time of its connections.`,
  );
  const began = performance.now();
  const empty = await Side.open(postgres.connection, 'empty', { projects: busyProjects, busyProjects });
  const full = await Side.open(postgres.connection, 'full', { projects, busyProjects });
  await seedHistory(full.pool, { projects, tasks, tell });
  tell(
    `${whole(tasks)} tasks over ${whole(projects)} projects (${await full.size()}) were made in ${since(began)}.\n`,
  );

  const costs = { empty: [] as Record<Name, Cost>[], full: [] as Record<Name, Cost>[] };
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? ([full, empty] as const) : ([empty, full] as const);
    for (const side of order) {
      const found = await side.round();
      if (round >= 0) costs[side.name].push(found);
    }
    // The autovacuum comes to a small table after every minute of such work, and to the large one after this bench.
    await empty.vacuum();
  }
  for (const name of Object.keys(measured) as Name[]) {
    tell(
      showFigure(
        figureOf(
          name,
          costs.full.map((each) => each[name]),
          costs.empty.map((each) => each[name]),
        ),
      ),
    );
  }
  await removal(full, median(costs.full.map(({ accept }) => accept.us)));
  await empty.close();
  await full.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

function figureOf(name: Name, full: Cost[], empty: Cost[]): Figure {
  const show = (costs: Cost[]) =>
    `${median(costs.map(({ us }) => us)).toFixed(1)} µs, ${median(costs.map(({ pages }) => pages)).toFixed(1)} pages`;
  return {
    name: measured[name],
    ratios: ratios(
      full.map(({ us }) => us),
      empty.map(({ us }) => us),
    ),
    goal: { at: 'most', value: 1.2 },
    detail: `${show(full)} against ${show(empty)}`,
  };
}

/**
 * What it costs to remove the tasks that have become too old, against their acceptance: for projects that have one such
 * task each, and for projects that have many. The vacuum that follows is shown apart.
 */
async function removal(side: Side, acceptUs: number): Promise<void> {
  await side.vacuum();
  const accepted = await side.logOf(() => side.acceptOnly());
  tell(
    `\nRemoval of old tasks, against the ${acceptUs.toFixed(1)} µs and ${whole(accepted.bytes)} bytes of log of an acceptance:`,
  );
  const settings = readSettings({
    ...{ AUDIT_RETENTION_DAYS: '36500', REQUEST_LOG_RETENTION_DAYS: '36500', DIALOG_RETENTION_DAYS: '36500' },
    TASK_RETENTION_DAYS: '90',
  });
  const perProject = (tasks * 0.9) / Math.max(1, projects - 1);
  const began = Date.now();
  // What became too old while the bench ran.
  await applyRetention(side.upkeep, settings, new Date(began));
  let daysGone = 0;
  for (const each of [0, 1, 10]) {
    // So many days make the given number of a project's tasks too old.
    daysGone += (each / perProject) * historyDays;
    if (daysGone > historyDays) break;
    const now = new Date(began + daysGone * 86_400_000);
    const { us, bytes, result } = await side.costOfRemoval(() => applyRetention(side.upkeep, settings, now));
    const rows = result.find(({ rule }) => rule === 'tasks')?.rows ?? 0;
    if (rows === 0) {
      tell(`  A run that finds nothing: ${(us / 1000).toFixed(1)} ms`);
      continue;
    }
    const vacuumed = await side.costOfRemoval(() => side.vacuum());
    tell(
      showFigure({
        name: `Removal, ${each} of a project / acceptance`,
        ratios: [us / rows / acceptUs],
        goal: { at: 'most', value: 0.1 },
        detail:
          `${(us / rows).toFixed(1)} µs and ${whole(bytes / rows)} bytes of log a task, ${whole(rows)} tasks; ` +
          `the vacuum ${(vacuumed.us / rows).toFixed(1)} µs and ${whole(vacuumed.bytes / rows)} bytes`,
      }),
    );
  }
}
