import { and, eq } from 'drizzle-orm';
import { build, statement } from '../../platform/statement.ts';
import type { ReadVersion } from '../flows/definitions.ts';
import { scenarioVersions } from './schema.ts';

const v = scenarioVersions;

const findVersion = statement({
  name: 'scenario-version',
  params: { projectId: v.projectId, version: v.version },
  columns: { definition: v.definition },
  query: (p) =>
    build
      .select({ definition: v.definition })
      .from(scenarioVersions)
      .where(and(eq(v.projectId, p.projectId), eq(v.version, p.version))),
});

/** Reads a published version of a project's scenario. A project has one scenario, so the slug is ignored. */
export const readScenarioVersion: ReadVersion = async (tx, projectId, _slug, version) =>
  (await findVersion.first(tx, { projectId, version }))?.definition;
