import { join } from 'node:path';
import { lock } from '../../platform/advisory-locks.ts';
import { newId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { newSecret, type Vault } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import { system } from '../audit/entry.ts';
import { createChannel } from '../channels/records.ts';
import { insertOwner } from '../gate/owners.ts';
import { hashPassword } from '../gate/passwords.ts';
import { insertProject } from '../gate/projects.ts';
import { ensureIdentity } from '../profiles/identities.ts';
import { publish, saveDraft } from '../publication/scenario.ts';
import { installation, type UnshownDemo } from '../schema.ts';
import { callMinutes, demoScenario } from './demo-scenario.ts';

/** The encryption key differs from the one with which this database was created. */
export class WrongEncryptionKey extends Error {}

const installLock = 7_263_513;
const probePlace = 'installation';
const probeText = 'parley';

/**
 * Sets up an empty database: its id, the owner, and unless `DEMO=false` a demo project. Several processes may start at the same
 * time; one of them does it. `showFirstStart` later shows what the owner needs.
 *
 * @param address of this server, without a final slash
 * @returns the id of this installation
 * @throws WrongEncryptionKey
 */
export async function ensureInstallation(
  database: Database,
  vault: Vault,
  settings: Settings,
  address: string,
): Promise<{ id: string }> {
  return database.transaction(async (tx) => {
    await lock(tx, installLock);
    const [known] = await tx.orm.select().from(installation);
    if (known) {
      checkKey(vault, known.probe, settings);
      return { id: known.id };
    }
    const id = newId();
    // If no password was chosen, make one that nobody knows; `showFirstStart` replaces it.
    const password = settings.ownerPassword ?? newSecret('', 12);
    const ownerId = newId();
    const passwordHash = await hashPassword(password);
    await insertOwner(tx, { id: ownerId, email: settings.ownerEmail, passwordHash });
    const unshown = {
      owner_id: ownerId,
      password_chosen: settings.ownerPassword !== undefined,
      demo: settings.demo ? await makeDemo(tx, vault, settings, address, ownerId) : null,
    };
    await tx.orm.insert(installation).values({ id, probe: vault.seal(probePlace, probeText), unshown });
    return { id };
  });
}

function checkKey(vault: Vault, probe: string, settings: Settings): void {
  try {
    if (vault.open(probePlace, probe) === probeText) return;
  } catch {
    // reported below
  }
  throw new WrongEncryptionKey(
    `${whereFrom(settings)} Without the right key Parley cannot start on this database, and the secrets in it (tokens of bots, credentials of connections and shops, signing secrets) cannot be read`,
  );
}

/** Which key is wrong, and where the right one is. */
function whereFrom({ encryptionKey, databaseUrl, dataDir }: Settings): string {
  const wrong = 'is not the one that this database was made with';
  const file = join(dataDir, 'encryption.key');
  if (!encryptionKey)
    return `ENCRYPTION_KEY is not set, and the key in ${file} ${wrong}: restore that file with the rest of the folder.`;
  return databaseUrl
    ? `ENCRYPTION_KEY ${wrong}: look for it in the .env file or the variables of the server that made or last used the database, or where you keep it beside your backups.`
    : `ENCRYPTION_KEY ${wrong}: leave it out, and the server takes the key in ${file}.`;
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
  await saveDraft(tx, projectId, JSON.stringify(definition));
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
