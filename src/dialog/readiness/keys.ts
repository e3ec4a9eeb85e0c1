import { showId } from '../../platform/ids.ts';
import type { Scope } from '../gate/scopes.ts';
import { count, ok, type ReadinessCheck, rowsOf, warning } from './check.ts';

const subject = { id: 'keys', title: 'Project keys' };

/** A key that is younger has not had the time to show what it is for. */
const unusedForDays = 30;

/** A run of an operation that asks for money needs both scopes, and only the first is seen to be used. */
const goesWith: Partial<Record<Scope, Scope>> = { 'payments:write': 'integrations:run' };

/** Whether there are keys, and whether they may do more than they do. */
export const keysInUse: ReadinessCheck = async (scene) => {
  await scene.requestLog.flush(); // so that a use just now counts
  const keys = await rowsOf<{ id: string; name: string; scopes: Scope[]; used: Scope[]; is_old: boolean }>(
    scene,
    `SELECT id, name, scopes, created_at < now() - make_interval(days => $2) AS is_old, ARRAY(
         SELECT key FROM jsonb_each_text(scope_uses) WHERE value::date > (now() AT TIME ZONE 'UTC')::date - $2::int
       ) AS used
     FROM dialog.project_keys
     WHERE project_id = $1 AND methods IS NULL AND revoked_at IS NULL ORDER BY id`,
    unusedForDays,
  );
  if (keys.length === 0) {
    const detail = 'There is no key in force, so no backend can call the project API.';
    return [warning(subject, detail, 'Make a key for each backend, with the scopes that it needs.')];
  }
  const idle = keys
    .filter(({ is_old: isOld }) => isOld)
    .map(({ scopes, used, ...key }) => ({
      ...key,
      isUnused: used.length === 0,
      unused: scopes.filter((scope) => !used.includes(scope) && !used.includes(goesWith[scope] ?? scope)),
    }))
    .filter(({ unused }) => unused.length > 0);
  return [
    ok(subject, `${count(keys.length, 'key')} in force.`),
    ...idle.map(({ id, name, isUnused, unused }) => {
      const about = { id: `key:${showId('key', id)}`, title: `Key ${name}` };
      return isUnused
        ? warning(
            about,
            `It was not used in ${unusedForDays} days.`,
            'Revoke it if nobody needs it any more.',
          )
        : warning(
            about,
            `In ${unusedForDays} days it made no use of ${unused.join(', ')}.`,
            'Make a key with fewer scopes, and revoke this one.',
          );
    }),
  ];
};
