import { showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { type AuditEntry, system, writeAudit } from '../audit/entry.ts';
import {
  type Account,
  type InstallationEntry,
  type InstallationKind,
  recordForInstallation,
  takeFailures,
} from '../audit/installation-log.ts';
import { membershipsOf } from './members.ts';

/** What happens to an account and concerns the projects in which its person has a role: they are told. */
const toldToProjects = {
  'session.begun': 'owner.logged_in',
  'password.changed': 'owner.password_changed',
  'password.reset': 'owner.password_changed',
  'factor.added': 'owner.factor_added',
  'factor.removed': 'owner.factor_removed',
} as const satisfies Partial<Record<InstallationKind, string>>;

interface AccountEvent extends InstallationEntry {
  kind: keyof typeof toldToProjects;
}

/**
 * Records what happened to an account in the log of the installation, and in the audit log of each project in which its person has a role, of
 * which subscriptions can notify somebody.
 */
export async function recordAccountEvent(tx: Transaction, event: AccountEvent): Promise<void> {
  await recordForInstallation(tx, event);
  const { kind, person, by = person, request, data = {} } = event;
  const actor = by ? { type: 'owner' as const, id: showId('owner', by.id), name: by.email } : system;
  await tellProjects(tx, {
    ...{ person, actor, data },
    action: toldToProjects[kind],
    requestId: request?.id ?? null,
  });
}

/** What the projects of a person are told. */
export interface Told extends Pick<AuditEntry, 'actor' | 'action' | 'requestId' | 'data'> {
  person: Account;
  /** Projects in which the person has a role for a shorter time are not told; undefined: all are. */
  at?: Date;
}

/** Writes what happened to accounts into the audit log of each project in which their people have a role. */
export async function tellProjects(tx: Transaction, ...told: Told[]): Promise<void> {
  if (told.length === 0) return;
  const memberships = await membershipsOf(tx, [...new Set(told.map(({ person }) => person.id))]);
  const entries = told.flatMap(({ person, at, ...entry }) => {
    const subject = { type: 'owner', id: showId('owner', person.id) };
    return memberships
      .filter(({ personId, since }) => personId === person.id && (at === undefined || since <= at))
      .map(({ projectId }): AuditEntry => ({ ...entry, projectId, subject }));
  });
  await writeAudit(tx, ...entries);
}

const failed = { 'login.failed': 'owner.login_failed', 'factor.failed': 'owner.factor_failed' } as const;

/**
 * Tells projects of wrong passwords and second factors of their people, behind the log of the installation: an entry for each person and kind
 * in a minute, however many there were.
 * @returns whether there may be more
 */
export function tellFailures(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { failures, more } = await takeFailures(tx);
    await tellProjects(
      tx,
      ...failures.map(({ kind, personId, email, count, firstAt, lastAt }) => ({
        ...{ person: { id: personId, email }, actor: system, action: failed[kind], at: firstAt },
        data: { email, count, first_at: firstAt.toISOString(), last_at: lastAt.toISOString() },
      })),
    );
    return more;
  });
}
