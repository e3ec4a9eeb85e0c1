import { sql } from 'drizzle-orm';
import { alias, text, uuid } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { documentOf, jsonOf, listOf, orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { channelTypeByName } from '../channels/types.ts';
import { scenarioDrafts } from '../dialogs/schema.ts';
import { operationRevisions, operations } from '../operations/schema.ts';
import { projectSettings } from '../project-settings/schema.ts';
import type { World } from '../scenario/check/world.ts';
import { readDefinition } from '../scenario/definition.ts';
import type { Kind } from '../scenario/position.ts';
import { stateKeysSetBy, workflowsStartedBy } from '../scenario/reads.ts';
import { channels, dialog } from '../schema.ts';
import { tables } from '../tables/schema.ts';
import { workflows, workflowVersions } from '../workflows/schema.ts';

/** Webhooks are on a higher floor; only the names of their receivers are known here. */
const receivers = dialog.table('receivers', {
  projectId: uuid('project_id').notNull(),
  slug: text('slug').notNull(),
});

interface FoundOperation {
  slug: string;
  kind: string;
  inputs: string[] | null;
  open: boolean;
  required: unknown;
  environments: string[];
}

type FoundTable = { slug: string; columns: { name: string; required?: boolean }[]; enforce: boolean };
type FoundVersion = { slug: string; definition: unknown };

const o = alias(operations, 'o');
const r = alias(operationRevisions, 'r');
const t = alias(tables, 't');
const w = alias(workflows, 'w');
const v = alias(workflowVersions, 'v');
const c = alias(channels, 'c');
const properties = sql`${r.inputSchema}->'properties'`;

/** One statement, so that everything is read at the same time. */
const read = statement({
  name: 'world',
  params: { projectId: w.projectId, self: orNull(w.slug) },
  columns: (p) => {
    const ofProject = sql`${w.projectId} = ${p.projectId} AND ${w.deletedAt} IS NULL`;
    return {
      operations: as(
        orNull(jsonOf<FoundOperation[]>()),
        sql`(SELECT json_agg(json_build_object('slug', ${o.slug}, 'kind', ${r.kind},
            'environments', ${o.environments}, 'required', ${r.inputSchema}->'required',
            'open', ${properties} IS NULL,
            'inputs', (SELECT json_agg(k) FROM json_object_keys(${properties}) AS k)))
          FROM ${operations} AS ${o}
          JOIN ${operationRevisions} AS ${r} ON ${r.projectId} = ${o.projectId} AND ${r.id} = ${o.revisionId}
          WHERE ${o.projectId} = ${p.projectId})`,
      ),
      tables: as(
        orNull(jsonOf<FoundTable[]>()),
        sql`(SELECT json_agg(json_build_object('slug', ${t.slug}, 'columns', ${t.columns}, 'enforce', ${t.enforce}))
          FROM ${tables} AS ${t} WHERE ${t.projectId} = ${p.projectId} AND ${t.deletedAt} IS NULL)`,
      ),
      workflows: as(
        listOf(w.slug),
        sql`ARRAY(SELECT ${w.slug} FROM ${workflows} AS ${w} WHERE ${ofProject})`,
      ),
      receivers: as(
        listOf(receivers.slug),
        sql`ARRAY(SELECT ${receivers.slug} FROM ${receivers} WHERE ${receivers.projectId} = ${p.projectId})`,
      ),
      channels: as(
        listOf(c.type),
        sql`ARRAY(SELECT DISTINCT ${c.type} FROM ${channels} AS ${c}
          WHERE ${c.projectId} = ${p.projectId} AND ${c.deletedAt} IS NULL)`,
      ),
      channelIds: as(
        listOf(c.id),
        sql`ARRAY(SELECT ${c.id} FROM ${channels} AS ${c}
          WHERE ${c.projectId} = ${p.projectId} AND ${c.deletedAt} IS NULL)`,
      ),
      scenario: as(
        documentOf<unknown>(),
        sql`(SELECT ${scenarioDrafts.definition} FROM ${scenarioDrafts}
          WHERE ${scenarioDrafts.projectId} = ${p.projectId})`,
      ),
      automation: as(
        documentOf<unknown[]>(),
        sql`coalesce((SELECT json_agg(${w.definition}) FROM ${workflows} AS ${w} WHERE ${ofProject}), '[]')`,
      ),
      published: as(
        documentOf<FoundVersion[]>(),
        sql`coalesce((SELECT json_agg(json_build_object('slug', ${w.slug}, 'definition', ${v.definition}))
          FROM ${workflows} AS ${w}
          JOIN ${workflowVersions} AS ${v}
            ON ${v.projectId} = ${w.projectId} AND ${v.slug} = ${w.slug} AND ${v.version} = ${w.version}
          WHERE ${ofProject}), '[]')`,
      ),
      hasCalendar: as(
        types.boolean,
        sql`EXISTS (SELECT FROM ${projectSettings}
          WHERE ${projectSettings.projectId} = ${p.projectId} AND ${projectSettings.settings} -> 'calendar' IS NOT NULL)`,
      ),
      environment: as(
        orNull(w.environment),
        sql`(SELECT ${w.environment} FROM ${workflows} AS ${w}
          WHERE ${w.projectId} = ${p.projectId} AND ${w.slug} = ${p.self})`,
      ),
    };
  },
  query: (_, columns) => sql`SELECT ${columns}`,
});

/**
 * Reads what a project has, for the check of a definition.
 * @param self the slug of the workflow to be checked; absent for the scenario
 */
export async function readWorld(database: Queryable, projectId: string, self?: string): Promise<World> {
  const found = await read.one(database, { projectId, self: self ?? null });
  return {
    operations: Object.fromEntries(
      (found.operations ?? []).map(({ slug, kind, inputs, open, required, environments }) => [
        slug,
        {
          kind,
          inputs: open ? undefined : (inputs ?? []),
          required: Array.isArray(required) ? required : [],
          environments,
        },
      ]),
    ),
    tables: Object.fromEntries(
      (found.tables ?? []).map(({ slug, columns, enforce }) => [
        slug,
        // Without enforcement columns are only documentation.
        {
          columns: enforce ? columns.map(({ name }) => name) : null,
          required: enforce ? columns.flatMap(({ name, required }) => (required ? name : [])) : [],
        },
      ]),
    ),
    workflows: [...found.workflows],
    starts: Object.fromEntries(
      found.published.map(({ slug, definition }) => [slug, startedBy(definition)] as const),
    ),
    ...(self === undefined ? {} : { self }),
    ...(found.environment === null ? {} : { environment: found.environment }),
    now: new Date(),
    receivers: [...found.receivers],
    channels: found.channels.map((type) => ({ type })),
    channelIds: found.channelIds.map((id) => showId('channel', id)),
    hasCalendar: found.hasCalendar,
    stateKeys: [
      ...stateKeysOf(found.scenario, 'scenario'),
      ...found.automation.flatMap((definition) => stateKeysOf(definition, 'workflow')),
    ],
    faultsOn: (type, content) => channelTypeByName[type].faults(content),
  };
}

function startedBy(stored: unknown): string[] {
  const { definition } = readDefinition(stored, 'workflow');
  return definition ? workflowsStartedBy(definition) : [];
}

/** The keys of the state that a definition sets, and that other definitions may read. */
function stateKeysOf(stored: unknown, kind: Kind): string[] {
  const { definition } = readDefinition(stored, kind);
  return definition ? [...stateKeysSetBy(definition)] : [];
}
