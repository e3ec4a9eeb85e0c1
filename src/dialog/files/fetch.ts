import type { Readable } from 'node:stream';
import { DiskFull, type FileStore, StoreFault } from '../../platform/file-store/file-store.ts';
import { type Received, TooLong } from '../../platform/file-store/received.ts';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { type AuditEntry, writeAudit } from '../audit/entry.ts';
import type { TaskError } from '../tasks/task.ts';
import { type AwaitedFile, failFetch, finishFetch, noteArrival } from './customer-files.ts';
import { type FactReader, factsOf, isBusy } from './facts.ts';
import { type FileQuotas, QuotaReached, quotaProblem, type Room } from './quotas.ts';
import { storedName } from './removal.ts';
import { forgetUpload } from './upload.ts';

/** What fetching a file needs. */
export interface FetchParts {
  database: Database;
  files: FileStore;
  fileFacts: FactReader;
  fileQuotas: FileQuotas;
}

/** A file as the other side gives it. */
export interface OpenedFile {
  body: Readable;
  /** The media type by the other side. */
  type: string | undefined;
  /** Undefined if it does not say. */
  size: number | undefined;
}

/** Why there is no file: it will never come, or may come later. */
export interface NoFile {
  is: 'gone' | 'later';
  error: TaskError;
  /** The wait that the other side asked for. In milliseconds. */
  afterMs?: number;
  /** A file that waits for somebody here is not given up before this time. In milliseconds. */
  patienceMs?: number;
}

/** How an attempt ended. */
export type FetchVerdict = { is: 'settled' } | NoFile;

/** Somebody makes room on a full disk, over a weekend, too: three days. */
const roomWithinMs = 3 * 24 * 3_600_000;

/** The body of a file broke off, stood still or was too slow. */
class BrokenOff extends Error {}

/**
 * Stores a file that a customer sent: its bytes into a temporary file, what they are into its record, then the bytes into the store,
 * and at last one transaction that shows it with its audit entry. Whatever dies on the way, all of it may be done again.
 * @param channelId where it was sent
 * @param most bytes that it may have
 */
export async function storeFetched(
  parts: FetchParts,
  file: AwaitedFile,
  channelId: string,
  opened: OpenedFile,
  most: number,
): Promise<FetchVerdict> {
  const { database, files, fileFacts, fileQuotas } = parts;
  if (opened.size !== undefined && opened.size > most) {
    opened.body.destroy();
    return tooLarge(most);
  }
  const holders = { projectId: file.projectId, channelId, identityId: file.identityId };
  const declared = opened.size ?? 0;
  let room: Room | undefined;
  let received: Received | undefined;
  try {
    // One that an attempt has described before it died counts already.
    if (file.sha256 === null) room = await fileQuotas.open(database, holders, declared);
    const body = pieces(opened.body);
    received = await files.receive(room?.fill(body) ?? body, most, declared);
    if (received.size === 0) return gone('empty_file', 'The file has no bytes.');
    const facts = await factsOf(fileFacts, file.projectId, received, file.type || opened.type);
    const arrived = { projectId: file.projectId, id: file.id, ...facts };
    const isAwaited = await database.transaction(async (tx) => {
      if (!(await noteArrival(tx, arrived))) return false;
      await fileQuotas.check(tx, holders);
      return true;
    });
    if (!isAwaited) return { is: 'settled' };
    room?.close();
    await files.keep(storedName(file), received);
    const isShown = await database.transaction(async (tx) => {
      if (!(await finishFetch(tx, arrived))) return false;
      const { name } = file;
      await writeAudit(tx, entryOf(file, 'file.created', { name, type: arrived.type, size: arrived.size }));
      return true;
    });
    if (!isShown) await forgetUpload(parts, file.projectId, file.id);
    return { is: 'settled' };
  } catch (error) {
    if (error instanceof TooLong) return tooLarge(most);
    if (error instanceof BrokenOff) return later('broke_off', `The file broke off (${error.message}).`);
    if (error instanceof QuotaReached) return gone('file_quota', quotaProblem(error).message);
    if (isBusy(error)) return later('busy', 'Too many files waited to be looked at.');
    if (error instanceof DiskFull) return diskFull;
    if (error instanceof StoreFault)
      return later('files_unavailable', 'The store of files could not be used.');
    throw error;
  } finally {
    opened.body.destroy();
    room?.close();
    await received?.discard();
  }
}

/** Settles a file that will never come. Its bytes may have been stored by an attempt that died: they are removed. */
export async function giveUpFile(
  { database, files }: Pick<FetchParts, 'database' | 'files'>,
  file: AwaitedFile,
  error: TaskError,
): Promise<void> {
  const mayHaveBytes = await files.remove(storedName(file)).then(
    () => false,
    (fault) => {
      // Where nothing was ever stored there is no folder. What is left goes with the record, and counts until then.
      if (!(fault instanceof StoreFault)) throw fault;
      return true;
    },
  );
  await database.transaction(async (tx) => {
    if (!(await failFetch(tx, file, error, mayHaveBytes))) return;
    await writeAudit(tx, entryOf(file, 'file.failed', { name: file.name, error }));
  });
}

function entryOf(file: AwaitedFile, action: string, data: Record<string, unknown>): AuditEntry {
  return {
    projectId: file.projectId,
    actor: { type: file.actorType, id: file.actorId, name: file.actorName },
    action,
    subject: { type: 'file', id: showId('file', file.id) },
    environment: file.environment,
    identityId: file.identityId,
    data: {
      identity_id: showId('identity', file.identityId),
      message_id: showId('message', file.messageId),
      ...data,
    },
  };
}

const gone = (code: string, message: string): NoFile => ({ is: 'gone', error: { code, message } });
const later = (code: string, message: string): NoFile => ({ is: 'later', error: { code, message } });

const diskFull: NoFile = {
  ...later('disk_full', 'The disk has no more room for files.'),
  patienceMs: roomWithinMs,
};

/** Why no file can be stored at the moment, so that nobody is asked for its bytes; undefined if it can. */
export async function noRoomIn(files: FileStore): Promise<NoFile | undefined> {
  // What else is wrong with the store shows when a file is stored.
  const room = await files.room().catch(() => undefined);
  return room && room.free < room.floor ? diskFull : undefined;
}

/** @param most in bytes */
export const tooLarge = (most: number): NoFile =>
  gone(
    'too_large',
    `The file is larger than the ${Math.floor(most / 2 ** 20)} MiB that can be fetched here.`,
  );

/** The body, so that its faults can be told from those of the store. */
async function* pieces(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    const { code, name } = error as { code?: unknown; name: string };
    throw new BrokenOff(typeof code === 'string' ? code : name);
  }
}
