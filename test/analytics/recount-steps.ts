import type { Queryable } from '../../src/platform/postgres.ts';

/** Figures by `<flow or "scenario"> <version> <environment> <step> <figure>`, without those that are zero. */
export type Counts = Map<string, number>;

type Reader =
  | Pick<Queryable, 'query'>
  | { query(text: string, values?: unknown[]): Promise<{ rows: any[] }> };

interface Entry {
  id: string;
  type: string;
  execution: string;
  status: string;
}

/** Counts the steps of all runs of a project from their history, in the simplest way. */
export async function recountRuns(database: Reader, projectId: string): Promise<Counts> {
  const { rows } = await database.query(
    `SELECT r.slug, r.version, r.environment, s.step, s.status FROM dialog.workflow_steps AS s
     JOIN dialog.workflow_runs AS r ON r.project_id = s.project_id AND r.id = s.run_id
     WHERE s.project_id = $1 AND s.type <> 'unknown'`,
    [projectId],
  );
  const counts: Counts = new Map();
  for (const { slug, version, environment, step, status } of rows) {
    addTo(counts, `${slug} ${version} ${environment} ${step}`, status, true);
  }
  return counts;
}

/** Counts the steps of all dialogs of a project, which has one version, from what each of their turns has left in its task. */
export async function recountDialogs(database: Reader, projectId: string): Promise<Counts> {
  const { rows } = await database.query(
    `SELECT identity_id, environment, result -> 'steps' AS steps FROM dialog.tasks
     WHERE project_id = $1 AND kind IN ('received', 'event', 'dialog') AND state = 'succeeded' ORDER BY seq`,
    [projectId],
  );
  const counts: Counts = new Map();
  const waiting = new Set<string>();
  for (const { identity_id: identity, environment, steps } of rows) {
    const ends = new Map(((steps ?? []) as Entry[]).map((entry) => [entry.execution, entry]));
    for (const { id, execution, status, type } of ends.values()) {
      if (type === 'unknown') continue;
      const isNew = !waiting.delete(`${identity} ${execution}`);
      addTo(counts, `scenario 1 ${environment} ${id}`, status, isNew);
      if (status === 'waiting') waiting.add(`${identity} ${execution}`);
    }
  }
  return counts;
}

/** The folded figures of a project in the same form, without their days. */
export async function foldedSteps(database: Reader, projectId: string): Promise<Counts> {
  const { rows } = await database.query(
    `SELECT flow, version, environment, step, sum(reached)::int AS reached, sum("left")::int AS left, sum(failed)::int AS failed
     FROM dialog.step_figures WHERE project_id = $1 GROUP BY flow, version, environment, step`,
    [projectId],
  );
  const counts: Counts = new Map();
  for (const { flow, version, environment, step, ...figures } of rows) {
    const place = `${flow || 'scenario'} ${version} ${environment} ${step}`;
    for (const [name, value] of Object.entries(figures)) add(counts, `${place} ${name}`, value as number);
  }
  return counts;
}

/** A form that tests can compare and print. */
export const sorted = (counts: Counts): [string, number][] => [...counts].sort();

function addTo(counts: Counts, place: string, status: string, isNew: boolean): void {
  if (isNew) add(counts, `${place} reached`);
  if (status === 'succeeded') add(counts, `${place} left`);
  if (status === 'failed') add(counts, `${place} failed`);
}

function add(counts: Counts, key: string, by = 1): void {
  if (by > 0) counts.set(key, (counts.get(key) ?? 0) + by);
}
