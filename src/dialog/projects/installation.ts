import { lock } from '../../platform/advisory-locks.ts';
import { newId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { newSecret, type Vault } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import { system } from '../audit/entry.ts';
import { createChannel } from '../channels/records.ts';
import { insertOwner } from '../gate/owners.ts';
import { passwordFault } from '../gate/password-rules.ts';
import { hashPassword } from '../gate/passwords.ts';
import { insertProject } from '../gate/projects.ts';
import { keysOfProcesses } from '../presence.ts';
import { ensureIdentity } from '../profiles/identities.ts';
import { firstCustomerFields } from '../project-settings/customer-fields.ts';
import { changeProjectSettings } from '../project-settings/settings.ts';
import { publish, saveDraft } from '../publication/scenario.ts';
import { ensurePushKeys } from '../push/keys.ts';
import { installation, type UnshownDemo } from '../schema.ts';
import { callMinutes, demoScenario } from './demo-scenario.ts';
import { wrongKey } from './key-places.ts';
import { newProbe, probedWith } from './probe.ts';

/** No encryption key of this server opens what the database has. */
export class WrongEncryptionKey extends Error {}

const installLock = 7_263_513;

/** The id of this installation; undefined before its first start. */
export async function readInstallationId(database: Database): Promise<string | undefined> {
  const [known] = await database.orm.select({ id: installation.id }).from(installation);
  return known?.id;
}

interface InstallationOptions {
  /** Of this server, without a final slash. */
  address: string;
  /** Whether to go on with a key that opens nothing of what is stored. */
  acceptLost: boolean;
  /** Names the records whose secrets no key opens. */
  describeLost(tx: Transaction, vault: Vault): Promise<string>;
}

/**
 * Sets up an empty database: its id, the owner, and unless `DEMO=false` a demo project. Several processes may start at the same
 * time; one of them does it. `showFirstStart` later shows what the owner needs.
 *
 * @returns the id of this installation, and the names of secrets that are lost from this start on
 * @throws WrongEncryptionKey
 */
export async function ensureInstallation(
  database: Database,
  vault: Vault,
  settings: Settings,
  options: InstallationOptions,
): Promise<{ id: string; lost?: string }> {
  return database.transaction(async (tx) => {
    await lock(tx, installLock);
    const [known] = await tx.orm.select().from(installation);
    if (known) {
      const lost = await checkKey(tx, vault, known.probe, settings, options);
      await recordKey(tx, vault, known.sealedBy);
      await ensurePushKeys(tx, vault, lost !== undefined);
      return { id: known.id, ...(lost !== undefined && { lost }) };
    }
    const id = newId();
    // If no password was chosen, make one that nobody knows; `showFirstStart` replaces it.
    const password = settings.ownerPassword ?? newSecret('', 12);
    const ownerId = newId();
    const passwordHash = await hashPassword(password);
    const isWeak = passwordFault(password, settings.ownerEmail) !== undefined;
    await insertOwner(tx, { id: ownerId, email: settings.ownerEmail, passwordHash, isWeak });
    const unshown = {
      owner_id: ownerId,
      password_chosen: settings.ownerPassword !== undefined,
      demo: settings.demo ? await makeDemo(tx, vault, settings, options.address, ownerId) : null,
    };
    await tx.orm
      .insert(installation)
      .values({ id, probe: newProbe(vault), sealedBy: [vault.keyIds[0]], unshown });
    await ensurePushKeys(tx, vault, false);
    return { id };
  });
}

/**
 * Records that the present key seals from now on. Where nothing is recorded all keys count as used: whoever is told too early that a
 * key is needed no longer only has to begin anew.
 */
async function recordKey(tx: Transaction, vault: Vault, known: string[] | null): Promise<void> {
  const [present] = vault.keyIds;
  if (known?.includes(present)) return;
  const sealedBy = known ? [...known, present] : [...vault.keyIds];
  await tx.orm.update(installation).set({ sealedBy });
}

/** The ids of the keys that have sealed something of this installation. */
export async function readUsedKeys(database: Database): Promise<string[]> {
  const [known] = await database.orm.select({ sealedBy: installation.sealedBy }).from(installation);
  return known?.sealedBy ?? [];
}

/**
 * Checks the encryption key by the probe, and seals that anew if it belongs to a previous key.
 * @returns the names of secrets that are lost, if no key opens the probe and that was accepted
 * @throws WrongEncryptionKey also if it was accepted, but a living process has another key
 */
async function checkKey(
  tx: Transaction,
  vault: Vault,
  probe: string,
  settings: Settings,
  { acceptLost, describeLost }: InstallationOptions,
): Promise<string | undefined> {
  const keyId = probedWith(vault, probe);
  if (keyId === vault.keyIds[0]) return undefined;
  const lost = keyId === undefined ? await describeLost(tx, vault) : undefined;
  if (lost !== undefined && !acceptLost) {
    throw new WrongEncryptionKey(
      `${wrongKey(settings, vault.keyIds.length)} Without the right key Parley cannot start on this database, and the secrets in it (tokens of bots, credentials of connections and shops, signing secrets) cannot be read: ${lost}. If the key is gone, start once with --accept-lost-secrets, and enter these secrets again`,
    );
  }
  if (lost !== undefined) await refuseIfKeyLives(tx, vault);
  await tx.orm.update(installation).set({ probe: newProbe(vault) });
  return lost;
}

/**
 * Refuses to give up secrets while a living process has a key that is not here. Each checked its keys when it started, so it
 * opens what this one cannot.
 * @throws WrongEncryptionKey
 */
async function refuseIfKeyLives(tx: Transaction, vault: Vault): Promise<void> {
  const processes = await keysOfProcesses(tx);
  const opening = processes.filter((keys) => keys?.every((id) => vault.keyIds.includes(id)) !== true).length;
  if (opening === 0) return;
  throw new WrongEncryptionKey(
    `--accept-lost-secrets is refused, because the secrets are not lost: processes that can open them are running on this database (${opening}). Start this one with their key. If it is really gone, stop them first; one that was killed counts for half a minute`,
  );
}

/**
 * Makes a project with a webhook channel and a customer in each environment, so that a message can be sent at once, and a web
 * chat with a scenario.
 */
async function makeDemo(
  tx: Transaction,
  vault: Vault,
  settings: Settings,
  address: string,
  ownerId: string,
): Promise<UnshownDemo> {
  const projectId = await insertProject(tx, ownerId, 'Demo');
  await changeProjectSettings(tx, projectId, { customers: firstCustomerFields });
  const live = await createChannel(
    tx,
    vault,
    {
      projectId,
      type: 'webhook',
      name: 'Receiver on this machine',
      environment: 'live',
      settings: { url: `http://127.0.0.1:${settings.receivePort}/` },
    },
    system,
    null,
  );
  const sandbox = await createChannel(
    tx,
    vault,
    { projectId, type: 'webhook', name: 'Sandbox', environment: 'sandbox', settings: {} },
    system,
    null,
  );
  const chat = await createChannel(
    tx,
    vault,
    {
      projectId,
      type: 'webchat',
      name: 'Web chat',
      environment: 'live',
      settings: { title: 'Parley demo', allowed_domains: ownDomains(settings), call_minutes: callMinutes },
    },
    system,
    null,
  );
  const customer = { projectId, externalId: 'demo-customer', name: 'Demo customer' };
  const onLive = await ensureIdentity(tx, { ...customer, channelId: live.row.id }, system, null);
  const onSandbox = await ensureIdentity(tx, { ...customer, channelId: sandbox.row.id }, system, null);
  const definition = demoScenario(address);
  await saveDraft(tx, projectId, { definition: JSON.stringify(definition), by: null });
  await publish(tx, projectId, {
    definition,
    by: settings.ownerEmail,
    restoredFrom: null,
    audit: { actor: system, requestId: null },
  });
  return {
    project_id: projectId,
    live_channel_id: live.row.id,
    live_identity_id: onLive.id,
    sandbox_identity_id: onSandbox.id,
    chat_channel_id: chat.row.id,
  };
}

/** The domains of this server's own pages. */
function ownDomains({ publicUrl, port }: Settings): string[] {
  if (publicUrl) return [new URL(publicUrl).host];
  // With port 0 the system chooses a port, which is not known yet.
  return port === 0 ? [] : [`localhost:${port}`, `127.0.0.1:${port}`];
}
