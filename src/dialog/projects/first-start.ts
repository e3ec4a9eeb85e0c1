import { lockUntilEnd } from '../../platform/advisory-locks.ts';
import { newId, showId } from '../../platform/ids.ts';
import { type DatabaseAddress, openDatabase, type Transaction } from '../../platform/postgres.ts';
import { newSecret, type Vault } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import { system } from '../audit/entry.ts';
import { sealedSecrets } from '../channels/find.ts';
import { openSecrets } from '../channels/secrets.ts';
import { isKeyInForce } from '../gate/keys.ts';
import { listOwners, setPassword } from '../gate/owners.ts';
import { passwordFault } from '../gate/password-rules.ts';
import { hashPassword } from '../gate/passwords.ts';
import { scopes } from '../rights/scopes.ts';
import { installation, type UnshownDemo } from '../schema.ts';
import { createKey, revokeKey } from './keys.ts';

/** A different lock from that of the installation, because a start must not wait for one that is showing. */
export const showLock = 7_263_516;

/** What the first start made, to be shown once, because the secrets cannot be read again. */
export interface FirstStart {
  ownerEmail: string;
  /** Undefined if the operator chose it. */
  ownerPassword: string | undefined;
  demo: Demo | undefined;
}

export interface Demo {
  projectId: string;
  projectKey: string;
  liveIdentityId: string;
  sandboxIdentityId: string;
  chatChannelId: string;
  signingSecret: string;
}

/**
 * Shows what the first start made, unless a start has already shown it. If a start is killed before that, the next one does it.
 * The secrets are stored nowhere in readable form, so each attempt makes new ones: a password, unless the operator chose it, and
 * a key of the demo project. Of several processes one shows them; the others wait until it has finished or died.
 *
 * @param show resolves when a person can read it; if it fails, the next start tries again
 * @returns whether this process has shown it
 */
export async function showFirstStart(
  address: DatabaseAddress,
  vault: Vault,
  settings: Settings,
  show: (first: FirstStart) => Promise<void>,
): Promise<boolean> {
  // One connection holds the lock for everything that follows, and releases it when this process dies.
  const database = openDatabase(address, { connections: 1, onError: () => {} });
  try {
    const [known] = await database.orm.select({ unshown: installation.unshown }).from(installation);
    if (!known?.unshown) return false;
    await lockUntilEnd(database, showLock);
    const attempt = newId();
    const first = await database.transaction((tx) => makeSecrets(tx, vault, settings, attempt));
    if (!first) return false;
    await show(first);
    await database.transaction(async (tx) => {
      const unshown = await lockUnshown(tx);
      // If the connection broke, the lock was lost and another attempt may have begun; then that one's secrets are valid.
      if (unshown?.attempt === attempt) await tx.orm.update(installation).set({ unshown: null });
    });
    return true;
  } finally {
    await database.close();
  }
}

async function lockUnshown({ orm }: Transaction) {
  const [row] = await orm.select({ unshown: installation.unshown }).from(installation).for('update');
  return row?.unshown ?? undefined;
}

/** @returns what to show; undefined if another process has shown it */
async function makeSecrets(
  tx: Transaction,
  vault: Vault,
  settings: Settings,
  attempt: string,
): Promise<FirstStart | undefined> {
  const unshown = await lockUnshown(tx);
  if (!unshown) return undefined;
  const chosen = settings.ownerPassword !== undefined || unshown.password_chosen;
  const password = settings.ownerPassword ?? newSecret('', 12);
  // A password that is chosen only now replaces the one that was made and never shown.
  if (!unshown.password_chosen) {
    await setPassword(tx, unshown.owner_id, {
      passwordHash: await hashPassword(password),
      isWeak: passwordFault(password, settings.ownerEmail) !== undefined,
    });
  }
  const owner = (await listOwners(tx)).find(({ id }) => id === unshown.owner_id);
  const demo = unshown.demo && (await makeDemoKey(tx, vault, unshown.demo));
  await tx.orm.update(installation).set({
    unshown: { ...unshown, attempt, password_chosen: chosen, demo: demo ? demo.record : null },
  });
  return {
    ownerEmail: owner!.email,
    ownerPassword: chosen ? undefined : password,
    demo: demo?.shown,
  };
}

/** @returns undefined if the owner, who may have logged in with a chosen password, has deleted the demo */
async function makeDemoKey(
  tx: Transaction,
  vault: Vault,
  record: UnshownDemo,
): Promise<{ record: UnshownDemo; shown: Demo } | undefined> {
  const projectId = record.project_id;
  // The channels of a deleted project are deleted too.
  const secrets = await sealedSecrets(tx, projectId, record.live_channel_id);
  if (secrets === undefined) return undefined;
  if (record.key_id && (await isKeyInForce(tx, { projectId: projectId, id: record.key_id }))) {
    await revokeKey(tx, projectId, 'key', showId('key', record.key_id), system, null);
  }
  const made = await createKey(tx, { projectId, name: 'Demo key', scopes: [...scopes] }, system, null);
  return {
    record: { ...record, key_id: made.row.id },
    shown: {
      projectId: showId('project', projectId),
      projectKey: made.key,
      liveIdentityId: showId('identity', record.live_identity_id),
      sandboxIdentityId: showId('identity', record.sandbox_identity_id),
      chatChannelId: showId('channel', record.chat_channel_id),
      signingSecret: openSecrets(vault, record.live_channel_id, secrets).signing_secret!,
    },
  };
}
