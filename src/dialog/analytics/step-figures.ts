import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import type { Environment } from '../schema.ts';
import { stepFigures } from './schema.ts';

const s = alias(stepFigures, 's');

/** A version of a flow, and a period of UTC days, both of which belong to it. */
export interface StepPeriod {
  projectId: string;
  /** The slug of a workflow, or `scenarioFlow`. */
  flow: string;
  environment: Environment;
  /** `2026-11-20` */
  from: string;
  to: string;
}

const period = {
  projectId: s.projectId,
  flow: s.flow,
  environment: s.environment,
  from: types.date,
  to: types.date,
};

const figureOf = (column: typeof s.reached | typeof s.left | typeof s.failed) =>
  as(types.float, sql`${column}::float8`);

const readSteps = statement({
  name: 'step-figures',
  prepared: false,
  params: { ...period, version: s.version },
  columns: {
    step: s.step,
    date: s.day,
    reached: figureOf(s.reached),
    left: figureOf(s.left),
    failed: figureOf(s.failed),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${stepFigures} AS ${s}
    WHERE ${s.projectId} = ${p.projectId} AND ${s.flow} = ${p.flow} AND ${s.environment} = ${p.environment}
      AND ${s.day} BETWEEN ${p.from} AND ${p.to} AND ${s.version} = ${p.version}
    ORDER BY ${s.day}`,
});

const readVersions = statement({
  name: 'step-figures-versions',
  prepared: false,
  params: period,
  columns: { version: s.version },
  query: (p, columns) => sql`
    SELECT DISTINCT ${columns} FROM ${stepFigures} AS ${s}
    WHERE ${s.projectId} = ${p.projectId} AND ${s.flow} = ${p.flow} AND ${s.environment} = ${p.environment}
      AND ${s.day} BETWEEN ${p.from} AND ${p.to} AND ${s.version} > 0
    ORDER BY ${s.version} DESC`,
});

/** What happened at a step on a day. */
export type StepDay = ResultOf<typeof readSteps>;

/** Reads what happened at the steps of a version, by day, the oldest first. Days without traffic have no entry. */
export function readStepFigures(
  database: Queryable,
  given: StepPeriod & { version: number },
): Promise<StepDay[]> {
  return readSteps.all(database, given);
}

/** The versions at whose steps something happened in a period, the newest first, without drafts, whose numbers are below 0. */
export async function versionsWithFigures(database: Queryable, given: StepPeriod): Promise<number[]> {
  return (await readVersions.all(database, given)).map(({ version }) => version);
}
