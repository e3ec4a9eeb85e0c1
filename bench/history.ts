import type pg from 'pg';
import { showId } from '../src/platform/ids.ts';
import { type Figure, interleave, rates, ratios, type Side, showRate, whole } from './figures.ts';
import type { Ground } from './ground.ts';
import type { Load } from './processes.ts';
import type { Scale } from './routes.ts';
import { seedBlock } from './seed.ts';

/** The figures for reading a long history: a page must cost the same at every position. */

const connections = 32;
const channels = 20;

/** A page of the audit log behind `entries` entries against the first page; analytics of 90 days against one. */
export async function history(
  ground: Ground,
  load: Load,
  { scale, entries }: { scale: Scale; entries: number },
): Promise<Figure[]> {
  const pool = await ground.pool('history');
  const block = await seedBlock(pool, 100);
  const projectId = block.projectIds[0]!;
  const project = showId('project', projectId);
  await seedAudit(pool, projectId, entries + 100);
  await seedFigures(pool, projectId);
  // One project has all entries, so its few keys make more than 120 requests a minute.
  const server = await ground.start('history', { ROLE: 'api', RATE_LIMIT_PER_MINUTE: '1000000' });
  const callers = block.readers.filter((reader) => reader.project === project);
  const get = (path: string): Side => ({
    pid: server.pid,
    run: (ms) =>
      load.run({
        port: server.port,
        method: 'GET',
        connections,
        path: `/api/v1/projects/$P${path}`,
        callers,
        ms,
      }),
  });
  const runs = await interleave(
    {
      first: get('/audit?after=0'),
      last: get(`/audit?after=${entries}`),
      day: get('/analytics?days=1'),
      quarter: get('/analytics?days=90'),
    },
    scale.rounds,
    scale.ms,
  );
  await server.stop();
  return [
    {
      name: `GET /audit after ${whole(entries)} / after 0 (${connections})`,
      ratios: ratios(rates(runs.last), rates(runs.first)),
      goal: { at: 'least', value: 0.9 },
      detail: `${showRate(runs.last)} against ${showRate(runs.first)}`,
    },
    {
      name: `GET /analytics, 90 days / 1 day (${connections})`,
      ratios: ratios(rates(runs.quarter), rates(runs.day)),
      goal: { at: 'least', value: 0.25 },
      detail: `${showRate(runs.quarter)} against ${showRate(runs.day)}`,
    },
  ];
}

async function seedAudit(pool: pg.Pool, projectId: string, entries: number): Promise<void> {
  const atOnce = 500_000;
  for (let from = 0; from < entries; from += atOnce) {
    await pool.query(
      `INSERT INTO dialog.audit_log
         (project_id, id, at, actor_type, action, subject_type, subject_id, environment, data)
       SELECT $1, n, now() - make_interval(secs => $3::int - n), 'system', 'message.sent', 'message',
         'msg_01m7w9ass2fdft80zaf5at9rfj', 'live', '{"attempts":1}'
       FROM generate_series($2::int + 1, least($2::int + ${atOnce}, $3::int)) AS n`,
      [projectId, from, entries],
    );
  }
  await pool.query('INSERT INTO dialog.audit_heads (project_id, last) VALUES ($1, $2)', [projectId, entries]);
  await pool.query('VACUUM ANALYZE dialog.audit_log');
}

/** 120 days of traffic in many channels; a chart reads 90 days of one channel. */
async function seedFigures(pool: pg.Pool, projectId: string): Promise<void> {
  await pool.query(
    `INSERT INTO dialog.daily_figures (project_id, environment, channel_id, day, messages_in, messages_out, payments_succeeded)
     SELECT $1, 'live', ('00000000-0000-0000-0000-' || lpad(channel::text, 12, '0'))::uuid,
       (now() AT TIME ZONE 'UTC')::date - ago, 10, 20, 3
     FROM generate_series(0, $2::int) AS channel, generate_series(0, 119) AS ago`,
    [projectId, channels],
  );
  await pool.query(
    `INSERT INTO dialog.daily_revenue (project_id, environment, channel_id, day, currency, amount)
     SELECT project_id, environment, channel_id, day, currency, 12.50
     FROM dialog.daily_figures, unnest('{EUR,RUB,USD}'::text[]) AS currency WHERE project_id = $1`,
    [projectId],
  );
  await pool.query('VACUUM ANALYZE dialog.daily_figures, dialog.daily_revenue');
}
