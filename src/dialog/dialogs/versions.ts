import { and, eq } from 'drizzle-orm';
import { build, statement } from '../../platform/statement.ts';
import type { ReadVersion } from '../flows/definitions.ts';
import { scenarioVersions } from './schema.ts';
import { readTriedDraft } from './test-conversations.ts';

const v = scenarioVersions;

const columns = { definition: v.definition, templateRules: v.templateRules };

const findVersion = statement({
  name: 'scenario-version',
  params: { projectId: v.projectId, version: v.version },
  columns,
  query: (p) =>
    build
      .select(columns)
      .from(scenarioVersions)
      .where(and(eq(v.projectId, p.projectId), eq(v.version, p.version))),
});

/**
 * Reads a published version of a project's scenario, or with a number below 0 a copy of a draft that is tried. A project has one
 * scenario, so the slug is ignored.
 */
export const readScenarioVersion: ReadVersion = async (tx, projectId, _slug, version) =>
  version < 0 ? readTriedDraft(tx, projectId, version) : findVersion.first(tx, { projectId, version });
