import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { Mail } from '../mail/outbox.ts';
import { tellProjects } from './account-events.ts';
import { deviceOf, partsOfDevice } from './device.ts';
import type { Whence } from './sessions.ts';

/**
 * Writes a login from a device or network that is new to an owner into the audit log of each of their projects, of which
 * subscriptions can notify somebody, and tells the owner by mail.
 */
export async function noteNewDevice(
  tx: Transaction,
  mail: Mail,
  owner: { id: string; email: string },
  { address, userAgent }: Whence,
  requestId: string,
): Promise<void> {
  await tellProjects(tx, {
    person: owner,
    actor: { type: 'owner', id: showId('owner', owner.id), name: owner.email },
    action: 'owner.new_device',
    requestId,
    data: { device: deviceOf(userAgent), address },
  });
  await mail.accept(tx, {
    to: owner.email,
    template: 'new_device',
    values: {
      ...partsOfDevice(userAgent),
      at: new Date().toISOString(),
      address,
      link: mail.links.password(),
    },
  });
}
