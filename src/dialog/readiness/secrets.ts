import type { Vault } from '../../platform/secrets.ts';
import { blocking, count, ok, type ReadinessCheck, rowsOf } from './check.ts';

const subject = { id: 'secrets', title: 'Secrets' };

const mostNamed = 10;

interface Sealed {
  /** With the id, the place that it is bound to. */
  kind: string;
  id: string;
  name: string;
  sealed: string;
}

/** Every secret in force, as it is stored. */
const allSealed = `
  SELECT 'channel' AS kind, id, name, secrets AS sealed FROM dialog.channels
  WHERE project_id = $1 AND deleted_at IS NULL
  UNION ALL SELECT 'connection', id, slug, secrets FROM dialog.connections WHERE project_id = $1
  UNION ALL SELECT 'receiver', id, slug, unnest(ARRAY[secret, previous]) FROM (
    SELECT id, slug, secret, CASE WHEN previous_until > now() THEN previous_secret END AS previous
    FROM dialog.receivers WHERE project_id = $1) AS r
  UNION ALL SELECT 'subscription', id, slug, unnest(ARRAY[secret, previous]) FROM (
    SELECT id, slug, secret, CASE WHEN previous_until > now() THEN previous_secret END AS previous
    FROM dialog.subscriptions WHERE project_id = $1) AS s
  UNION ALL SELECT 'project', project_id, 'settings', secrets FROM dialog.project_settings
  WHERE project_id = $1`;

/** Whether every secret that is kept can still be read: one that was sealed with another key cannot. */
export const secretsOpen: ReadinessCheck = async (scene) => {
  const all = await rowsOf<Sealed>(
    scene,
    `SELECT kind, id, name, sealed FROM (${allSealed}) AS s WHERE sealed <> '' ORDER BY kind, name, id`,
  );
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

function opens(vault: Vault, { kind, id, sealed }: Sealed): boolean {
  try {
    return vault.open(`${kind}/${id}`, sealed) !== undefined;
  } catch {
    return false;
  }
}
