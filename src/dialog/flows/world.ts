import type { Queryable } from '../../platform/postgres.ts';
import { channelTypeByName } from '../channels/types.ts';
import type { ChannelTypeName } from '../messages/content.ts';
import type { World } from '../scenario/check/world.ts';
import { readDefinition } from '../scenario/definition.ts';
import type { Kind } from '../scenario/position.ts';
import { stateKeysSetBy } from '../scenario/reads.ts';

/** What a project has, for the check of a definition. */
export async function readWorld(database: Queryable, projectId: string): Promise<World> {
  const { rows } = await database.query<{
    operations: { slug: string; kind: string; inputs: string[] | null; open: boolean }[] | null;
    tables: { slug: string; columns: { name: string }[]; enforce: boolean }[] | null;
    workflows: string[];
    receivers: string[];
    channels: ChannelTypeName[];
    scenario: unknown;
    automation: unknown[];
  }>({
    name: 'world',
    text: `SELECT
        (SELECT json_agg(json_build_object('slug', o.slug, 'kind', r.kind,
           'open', r.input_schema->'properties' IS NULL,
           'inputs', (SELECT json_agg(k) FROM json_object_keys(r.input_schema->'properties') AS k)))
         FROM dialog.operations AS o
         JOIN dialog.operation_revisions AS r ON r.project_id = o.project_id AND r.id = o.revision_id
         WHERE o.project_id = $1) AS operations,
        (SELECT json_agg(json_build_object('slug', slug, 'columns', columns, 'enforce', enforce))
         FROM dialog.tables WHERE project_id = $1 AND deleted_at IS NULL) AS tables,
        ARRAY(SELECT slug FROM dialog.workflows WHERE project_id = $1 AND deleted_at IS NULL) AS workflows,
        ARRAY(SELECT slug FROM dialog.receivers WHERE project_id = $1) AS receivers,
        ARRAY(SELECT DISTINCT type FROM dialog.channels WHERE project_id = $1 AND deleted_at IS NULL) AS channels,
        (SELECT definition FROM dialog.scenario_drafts WHERE project_id = $1) AS scenario,
        coalesce((SELECT json_agg(definition) FROM dialog.workflows
          WHERE project_id = $1 AND deleted_at IS NULL), '[]') AS automation`,
    values: [projectId],
  });
  const found = rows[0]!;
  return {
    operations: Object.fromEntries(
      (found.operations ?? []).map(({ slug, kind, inputs, open }) => [
        slug,
        { kind, inputs: open ? undefined : (inputs ?? []) },
      ]),
    ),
    tables: Object.fromEntries(
      (found.tables ?? []).map(({ slug, columns, enforce }) => [
        slug,
        // Columns are documentation unless the owner wants them kept to.
        { columns: enforce ? columns.map(({ name }) => name) : null },
      ]),
    ),
    workflows: found.workflows,
    receivers: found.receivers,
    channels: found.channels.map((type) => ({ type })),
    stateKeys: [
      ...stateKeysOf(found.scenario, 'scenario'),
      ...found.automation.flatMap((definition) => stateKeysOf(definition, 'workflow')),
    ],
    faultsOn: (type, content) => channelTypeByName[type].faults(content),
  };
}

/** What one definition fills, another may read. */
function stateKeysOf(stored: unknown, kind: Kind): string[] {
  const { definition } = readDefinition(stored, kind);
  return definition ? [...stateKeysSetBy(definition)] : [];
}
