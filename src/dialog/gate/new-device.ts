import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { writeAudit } from '../audit/entry.ts';
import { deviceOf } from './device.ts';
import { projectsOf } from './projects.ts';
import type { Whence } from './sessions.ts';

/**
 * Writes a login from a device or network that is new to an owner into the audit log of each of their projects, where workflows and
 * subscriptions can notify somebody.
 */
export async function noteNewDevice(
  tx: Transaction,
  owner: { id: string; email: string },
  { address, userAgent }: Whence,
  requestId: string,
): Promise<void> {
  const id = showId('owner', owner.id);
  const projects = await projectsOf(tx, owner.id);
  await writeAudit(
    tx,
    ...projects.map((project) => ({
      projectId: project.id,
      actor: { type: 'owner' as const, id, name: owner.email },
      action: 'owner.new_device',
      subject: { type: 'owner', id },
      requestId,
      data: { device: deviceOf(userAgent), address },
    })),
  );
}
