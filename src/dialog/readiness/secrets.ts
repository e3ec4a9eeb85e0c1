import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Vault } from '../../platform/secrets.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { connections } from '../connections/schema.ts';
import { projectSettings } from '../project-settings/schema.ts';
import { channels } from '../schema.ts';
import { receivers } from '../webhooks/inbound/schema.ts';
import { subscriptions } from '../webhooks/outbound/schema.ts';
import { blocking, count, ok, type ReadinessCheck } from './check.ts';

const subject = { id: 'secrets', title: 'Secrets' };

const mostNamed = 10;

/** The newest secret of a record, and the previous one while it is valid. */
const rotating = (kind: string, { table, projectId, id, slug, ...secrets }: Rotating, project: SQL) => sql`
  SELECT ${kind}, id, slug, unnest(ARRAY[secret, previous]) FROM (
    SELECT ${id} AS id, ${slug} AS slug, ${secrets.secret} AS secret,
      CASE WHEN ${secrets.previousUntil} > now() THEN ${secrets.previousSecret} END AS previous
    FROM ${table} WHERE ${projectId} = ${project}) AS r`;

type Rotating = Pick<
  typeof receivers | typeof subscriptions,
  'projectId' | 'id' | 'slug' | 'secret' | 'previousSecret' | 'previousUntil'
> & { table: typeof receivers | typeof subscriptions };

/** Every valid secret in its sealed form. Its kind and id name the place that it is bound to. */
const findSealed = statement({
  name: 'readiness-secrets',
  prepared: false,
  params: { projectId: channels.projectId },
  columns: {
    kind: as(types.text, sql`kind`),
    id: as(types.uuid, sql`id`),
    name: as(types.text, sql`name`),
    sealed: as(types.text, sql`sealed`),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM (
      SELECT 'channel' AS kind, ${channels.id} AS id, ${channels.name} AS name, ${channels.secrets} AS sealed
      FROM ${channels} WHERE ${channels.projectId} = ${p.projectId} AND ${channels.deletedAt} IS NULL
      UNION ALL SELECT 'connection', ${connections.id}, ${connections.slug}, ${connections.secrets}
      FROM ${connections} WHERE ${connections.projectId} = ${p.projectId}
      UNION ALL ${rotating('receiver', { ...getTableColumns(receivers), table: receivers }, p.projectId)}
      UNION ALL ${rotating('subscription', { ...getTableColumns(subscriptions), table: subscriptions }, p.projectId)}
      UNION ALL SELECT 'project', ${projectSettings.projectId}, 'settings', ${projectSettings.secrets}
      FROM ${projectSettings} WHERE ${projectSettings.projectId} = ${p.projectId}
    ) AS s WHERE sealed <> '' ORDER BY kind, name, id`,
});

/** Whether every stored secret can be opened; one that was sealed with another key cannot. */
export const secretsOpen: ReadinessCheck = async (scene) => {
  const all = await findSealed.all(scene.database, { projectId: scene.projectId });
  const shut = all.filter((secret) => !opens(scene.vault, secret));
  if (shut.length === 0) return [ok(subject, `${count(all.length, 'sealed secret')} can be opened.`)];
  const names = [...new Set(shut.map(({ kind, name }) => `${kind} ${name}`))];
  const named = names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ' and others' : '');
  return [
    blocking(
      subject,
      `The secrets of these cannot be opened: ${named}.`,
      'Start the server with the ENCRYPTION_KEY that they were sealed with, or make them anew and enter them again.',
    ),
  ];
};

function opens(vault: Vault, { kind, id, sealed }: ResultOf<typeof findSealed>): boolean {
  try {
    return vault.open(`${kind}/${id}`, sealed) !== undefined;
  } catch {
    return false;
  }
}
