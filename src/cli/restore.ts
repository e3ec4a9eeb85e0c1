import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, UnfitBackup } from '../backup/manifest.ts';
import { checkBackup, checkBackupKey, restoreBackup, WrongBackupKey } from '../backup/restore.ts';
import { placeOfKey } from '../dialog/projects/key-places.ts';
import { type HeldBack, holdBackRestored } from '../dialog/restored.ts';
import { migrate } from '../migrate.ts';
import { whyUnusable } from '../platform/database-advice.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts';
import { findDataFolderInUse } from '../platform/embedded-postgres/lock.ts';
import { refuseSharedSessions } from '../platform/pooler.ts';
import type { DatabaseAddress, Transaction } from '../platform/postgres.ts';
import { UnfitTarget, UnknownCommit } from '../platform/saved-database/load.ts';
import type { Vault } from '../platform/secrets.ts';
import { checkServerRole, grantToServer, UnfitRole } from '../platform/server-role.ts';
import type { Settings } from '../settings.ts';
import { fileFault, vaultOf } from './backup.ts';
import { whyNotAsOwner } from './database.ts';
import { CommandFailed } from './failure.ts';
import { serverSettings } from './on-database.ts';
import { number, seconds, size } from './progress.ts';
import { typedPath } from './typed-path.ts';

export interface RestoreOptions {
  /** Of Parley. */
  version: string;
  /** Of the role that migrates; without it, that of the server's settings, or the embedded database. */
  databaseUrl?: string;
  /** A role that may only change rows. */
  serverRole?: string;
  /** True: goes on with a key that opens nothing of what is restored. */
  withoutKey?: boolean;
  /** Nothing is done of what was still to be done when the backup was made. */
  queuedAs?: 'unknown';
}

/**
 * `parley restore FOLDER`: fills an empty database, and the folder of files, with a backup.
 * @param given the folder as the person typed it
 * @throws CommandFailed; then nothing was changed, or it says what to do
 */
export async function restoreCommand(given: string, options: RestoreOptions): Promise<void> {
  const { version, serverRole, withoutKey = false } = options;
  const began = performance.now();
  const own = serverSettings();
  const settings = { ...own, databaseUrl: options.databaseUrl ?? own.databaseUrl };
  const folder = typedPath(given);
  try {
    const manifest = await checkBackup(folder, version);
    const vault = withoutKey ? undefined : vaultOf(settings);
    const keyId = withoutKey ? undefined : checkBackupKey(manifest, vault);
    let held: HeldBack | undefined;
    const holdBack = async (tx: Transaction) => {
      held = await holdBackRestored(tx);
    };
    const change = options.queuedAs === 'unknown' ? holdBack : undefined;
    const copied = await onEmptyDatabase(settings, async (address, keep) => {
      if (serverRole !== undefined) await checkServerRole(address, serverRole);
      const files = await restoreBackup(address, { folder, manifest, settings, change });
      keep();
      await finish(settings, address, serverRole);
      return files;
    });
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
    const lines = [
      `Restored the backup of ${manifest.madeAt} by Parley ${manifest.version}, in ${seconds(performance.now() - began)}:`,
      `  database  ${number(rows)} rows of ${number(manifest.tables.length)} tables`,
      `  files     ${saidOfFiles(manifest, settings, copied, folder)}`,
      ...(held ? saidOfHeld(held) : []),
      ...(serverRole === undefined ? [] : [`  role      ${serverRole} may change the rows`]),
      '',
      saidOfKey(settings, vault, keyId),
      ...saidOfRole(options, own),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    throw notRestored(error, settings);
  }
}

/** @param keyId of the one that opens the secrets, if that was checked */
function saidOfKey(settings: Settings, vault: Vault | undefined, keyId: string | undefined): string {
  if (!vault || keyId === undefined) {
    return 'The encryption key was not checked. If none opens the secrets, start the server once with --accept-lost-secrets.';
  }
  const { place, isPrevious } = placeOfKey(settings, vault.keyIds, keyId);
  const next = isPrevious
    ? 'start the server with the same keys, and keep it there until readiness says that no secret needs it'
    : 'start the server with it';
  return `The key in ${place} opens the secrets (${keyId}): ${next}.`;
}

/** What is still to be done if the rows now belong to another role than that of the servers, which nobody has named. */
function saidOfRole({ databaseUrl, serverRole }: RestoreOptions, own: Settings): string[] {
  if (databaseUrl === undefined || serverRole !== undefined) return [];
  const role = roleOf(databaseUrl);
  if (own.databaseUrl !== undefined && roleOf(own.databaseUrl) === role) return [];
  return [
    `All tables belong to ${role || 'the role that restored them'}. A server with another role cannot start before this was run, with the name of that role: parley database migrate --server-role NAME`,
  ];
}

function roleOf(databaseUrl: string): string {
  const { username, searchParams } = new URL(databaseUrl);
  return decodeURIComponent(username) || (searchParams.get('user') ?? '');
}

function saidOfHeld({ unknown, failed, flows, mails, pushes }: HeldBack): string[] {
  const byKind = (counts: Record<string, number>) => {
    const kinds = Object.entries(counts).map(([kind, count]) => `${kind} ${number(count)}`);
    return kinds.length === 0 ? 'none' : kinds.join(', ');
  };
  return [
    `  unknown   ${byKind(unknown)}; owners find them among the unknown outcomes, and settle them`,
    `  failed    ${byKind(failed)}`,
    `  waiting   ${number(flows)} dialogs and runs whose wait was over stay where they are`,
    `  not sent  ${number(mails)} mails, ${number(pushes)} notifications to browsers`,
  ];
}

function saidOfFiles(
  { files }: Manifest,
  { bucket }: Settings,
  copied: { count: number; bytes: number },
  folder: string,
): string {
  if (files.kept === 'in the bucket') {
    const missing = bucket ? '' : '; set FILES_URL to it';
    return `not in the backup: they are in the bucket ${files.bucket}${missing}`;
  }
  if (bucket && files.count > 0) {
    return `not copied, since FILES_URL names a bucket: copy what is in ${join(folder, 'files')} into it`;
  }
  return `${number(copied.count)}, ${size(copied.bytes)}`;
}

/** What is not part of the backup: tables for tickets, and the rights of the servers' role. It can be repeated. */
async function finish(
  { databaseUrl }: Settings,
  address: DatabaseAddress,
  serverRole: string | undefined,
): Promise<void> {
  try {
    await migrate(address, { tickets: true, onWait: () => {} });
    if (serverRole !== undefined) await grantToServer(address, serverRole);
  } catch (error) {
    const next =
      databaseUrl === undefined ? 'Start the server, which does it' : 'Go on with "parley database migrate"';
    throw new CommandFailed(
      `All rows and files are restored, but then this failed: ${whyUnusable(error)}. ${next}.`,
    );
  }
}

/**
 * Uses the named database, or the embedded one of a folder in which there is none.
 * @param work gets a function to call when all is committed; without that, what was made for an embedded database is removed again
 */
async function onEmptyDatabase<Result>(
  { databaseUrl, dataDir }: Settings,
  work: (address: DatabaseAddress, keep: () => void) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== undefined) {
    const address = { connectionString: databaseUrl };
    await refuseSharedSessions(address);
    return work(address, () => {});
  }
  const inUse = await findDataFolderInUse(dataDir);
  if (inUse) throw new UnfitTarget(inUse.message);
  const cluster = join(dataDir, 'postgres');
  const isNew = !existsSync(cluster);
  let isKept = false;
  // From here on the folder is this command's own.
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    return await work(embedded.connection, () => {
      isKept = true;
    });
  } finally {
    await embedded.stop();
    if (isNew && !isKept) {
      for (const path of [cluster, join(dataDir, 'postgres.log')]) {
        rmSync(path, { recursive: true, force: true });
      }
    }
  }
}

/** Turns an error into a line for the person at the terminal. */
function notRestored(error: unknown, settings: Settings): unknown {
  const nothing = (reason: string) => new CommandFailed(`Nothing was restored: ${reason}.`);
  if (error instanceof CommandFailed) return error;
  if (error instanceof UnknownCommit && settings.databaseUrl) {
    return new CommandFailed(
      `It is not known whether the backup was restored: ${error.message}. Repeat the command: if the database has it, that says that it is not empty.`,
    );
  }
  if (error instanceof UnfitBackup) return nothing(error.message);
  if (error instanceof WrongBackupKey) return nothing(wantedKey(error, settings));
  if (error instanceof UnfitTarget) {
    const { databaseUrl, dataDir } = settings;
    const which =
      databaseUrl === undefined ? `the database in ${dataDir}` : `the database ${placeOf(databaseUrl)}`;
    return nothing(`${which} cannot be used, since ${error.message}`);
  }
  if (error instanceof UnfitRole) {
    return nothing(`${error.message}; name the role of the servers, which migrations/roles/roles.sql makes`);
  }
  const { syscall, code, path } = error as NodeJS.ErrnoException & { path?: string };
  if (syscall !== undefined && path !== undefined && code !== undefined)
    return nothing(fileFault(code, path));
  return nothing(settings.databaseUrl ? whyNotAsOwner(error, settings.databaseUrl) : whyUnusable(error));
}

/** The host and the name of a database, without who uses it. */
function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

function wantedKey({ keyId }: WrongBackupKey, settings: Settings): string {
  const which = keyId === null ? 'The key' : `The key with the id ${keyId}`;
  const place =
    settings.databaseUrl === undefined
      ? `${join(settings.dataDir, 'encryption.key')}, or ENCRYPTION_KEY`
      : 'ENCRYPTION_KEY or ENCRYPTION_KEY_FILE';
  return `no encryption key of these settings opens its secrets. ${which} belongs into ${place}; beside a newer one, into ENCRYPTION_KEY_PREVIOUS. If it is gone, add --without-key`;
}
