import { newId, showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { newSecret, type Vault } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import { system } from '../audit/entry.ts';
import { scopes } from '../gate/scopes.ts';
import { ensureIdentity } from '../profiles/identities.ts';
import { installation, owners } from '../schema.ts';
import { createChannel } from './channels.ts';
import { createKey } from './keys.ts';
import { hashPassword } from './passwords.ts';
import { createProject } from './projects.ts';

/** The encryption key is not the one that this database was made with. */
export class WrongEncryptionKey extends Error {}

const installLock = 7_263_513;
const probePlace = 'installation';
const probeText = 'parley';

/** What the first start made, to be shown once: none of it can be read again. */
export interface FirstStart {
  ownerEmail: string;
  /** Absent where the operator chose it. */
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
 * Makes a fresh database usable: its id, the owner, and unless `DEMO=false` a project to try. Several processes may
 * start at the same time; one of them does it.
 *
 * @returns the id that sets this installation apart, and what was made if this was the first start.
 * @throws WrongEncryptionKey
 */
export async function ensureInstallation(
  database: Database,
  vault: Vault,
  settings: Settings,
): Promise<{ id: string; first: FirstStart | undefined }> {
  return database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [installLock]);
    const [known] = await tx.orm.select().from(installation);
    if (known) {
      checkKey(vault, known.probe);
      return { id: known.id, first: undefined };
    }
    const id = newId();
    await tx.orm.insert(installation).values({ id, probe: vault.seal(probePlace, probeText) });
    const password = settings.ownerPassword ?? newSecret('', 12);
    const ownerId = newId();
    await tx.orm
      .insert(owners)
      .values({ id: ownerId, email: settings.ownerEmail, passwordHash: await hashPassword(password) });
    return {
      id,
      first: {
        ownerEmail: settings.ownerEmail,
        ownerPassword: settings.ownerPassword === undefined ? password : undefined,
        demo: settings.demo ? await makeDemo(tx, vault, settings, ownerId) : undefined,
      },
    };
  });
}

function checkKey(vault: Vault, probe: string): void {
  try {
    if (vault.open(probePlace, probe) === probeText) return;
  } catch {
    // told below
  }
  throw new WrongEncryptionKey('ENCRYPTION_KEY is not the one that this database was made with');
}

/**
 * A project with a webhook channel in each environment and a customer on each, so that a message can be sent at once, and
 * a web chat.
 */
async function makeDemo(tx: Transaction, vault: Vault, settings: Settings, ownerId: string): Promise<Demo> {
  const projectId = await createProject(tx, ownerId, 'Demo');
  const key = await createKey(tx, { projectId, name: 'Demo key', scopes: [...scopes] }, system, null);
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
      settings: { title: 'Parley demo', allowed_domains: ownDomains(settings) },
    },
    system,
    null,
  );
  const customer = { projectId, externalId: 'demo-customer', name: 'Demo customer' };
  const onLive = await ensureIdentity(tx, { ...customer, channelId: live.row.id }, system, null);
  const onSandbox = await ensureIdentity(tx, { ...customer, channelId: sandbox.row.id }, system, null);
  return {
    projectId: showId('project', projectId),
    projectKey: key.key,
    liveIdentityId: showId('identity', onLive.id),
    sandboxIdentityId: showId('identity', onSandbox.id),
    chatChannelId: showId('channel', chat.row.id),
    signingSecret: live.shown.signing_secret!,
  };
}

/** Where pages of this server are seen. */
function ownDomains({ publicUrl, port }: Settings): string[] {
  if (publicUrl) return [new URL(publicUrl).host];
  // Port 0 lets the system choose one, which nobody knows yet.
  return port === 0 ? [] : [`localhost:${port}`, `127.0.0.1:${port}`];
}
