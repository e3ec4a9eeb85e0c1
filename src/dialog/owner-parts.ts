import type { Transaction } from '../platform/postgres.ts';
import type { refuseWhileShown } from './channels/pictures.ts';
import type { SessionParts } from './gate/session.ts';
import type { DialogParts } from './parts.ts';
import type { refuseWhilePublished } from './published/deletion.ts';
import type { ProjectGate } from './rights/roles.ts';

/**
 * Who may call a route: anybody; somebody with a session; somebody with a session or a personal token; or such a person whose role in
 * the project of the path allows it.
 */
export type OwnerGate = 'open' | 'session' | 'person' | ProjectGate;

/** What the handlers of the owner API use. */
export interface OwnerParts extends DialogParts, Omit<SessionParts, 'settings'> {
  /** The public address of this server; if absent, the address at which the owner reaches it. */
  publicUrl: string | undefined;
  retryDeadlineMs: number;
  /** Describes what uses a connection; a connection in use cannot be deleted. */
  usersOf: (tx: Transaction, projectId: string, connectionId: string) => Promise<string[]>;
  /** @throws Problem if a published method runs the operation or workflow, which then cannot be deleted */
  refuseWhilePublished: typeof refuseWhilePublished;
  /** @throws Problem if a channel shows the file, which then cannot be deleted */
  refuseWhileShown: typeof refuseWhileShown;
}
