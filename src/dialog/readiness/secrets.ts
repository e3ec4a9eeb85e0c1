import { showId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/secrets.ts';
import { openSecrets as openChannel } from '../channels/secrets.ts';
import { openSecrets as openConnection } from '../connections/secrets.ts';
import { blocking, count, ok, type ReadinessCheck, rowsOf } from './check.ts';

const subject = { id: 'secrets', title: 'Secrets' };

interface Sealed {
  id: string;
  name: string;
  secrets: string;
}

/** Whether every secret that is kept can still be read: one that came from another installation cannot. */
export const secretsOpen: ReadinessCheck = async (scene) => {
  const { vault } = scene;
  const [channels, connections] = await Promise.all([
    rowsOf<Sealed>(
      scene,
      'SELECT id, name, secrets FROM dialog.channels WHERE project_id = $1 AND deleted_at IS NULL',
    ),
    rowsOf<Sealed>(scene, 'SELECT id, slug AS name, secrets FROM dialog.connections WHERE project_id = $1'),
  ]);
  const shut = [
    ...shutAmong(vault, channels, openChannel).map(
      ({ id, name }) => `channel ${name} (${showId('channel', id)})`,
    ),
    ...shutAmong(vault, connections, openConnection).map(({ name }) => `connection ${name}`),
  ];
  if (shut.length === 0) {
    return [ok(subject, `${count(channels.length + connections.length, 'sealed record')} can be opened.`)];
  }
  return [
    blocking(
      subject,
      `The secrets of these cannot be opened: ${shut.slice(0, 10).join(', ')}${shut.length > 10 ? ' and others' : ''}.`,
      'Delete them and enter them again, or start the server with the ENCRYPTION_KEY that they were sealed with.',
    ),
  ];
};

function shutAmong(
  vault: Vault,
  sealed: Sealed[],
  open: (vault: Vault, id: string, secrets: string) => unknown,
): Sealed[] {
  return sealed.filter(({ id, secrets }) => {
    try {
      open(vault, id, secrets);
      return false;
    } catch {
      return true;
    }
  });
}
