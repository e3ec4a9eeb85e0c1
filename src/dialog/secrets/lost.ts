import { noId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { isLost } from './places.ts';
import { walkSealed } from './walk.ts';

const mostNamed = 20;

/**
 * Names the records whose secrets no key of this server opens, for a person who decides whether to go on without them.
 * @returns such as `2 of them, in 1 project: channel Shop, connection crm`
 */
export async function describeLost(database: Queryable, vault: Vault): Promise<string> {
  const names = new Set<string>();
  const projects = new Set<string>();
  for await (const page of walkSealed(database, vault.stamp)) {
    for (const secret of page.filter((each) => isLost(vault, each))) {
      if (secret.projectId !== noId) projects.add(secret.projectId);
      names.add(`${secret.column.kind} ${secret.title}`);
    }
  }
  if (names.size === 0) return 'none is stored';
  const all = [...names];
  const more = all.length > mostNamed ? `, and ${all.length - mostNamed} more` : '';
  // What belongs to no project, such as a mail that waits, is named alone.
  const where = projects.size === 0 ? '' : `, in ${projects.size} project${projects.size === 1 ? '' : 's'}`;
  return `${all.length}${where}: ${all.slice(0, mostNamed).join(', ')}${more}`;
}
