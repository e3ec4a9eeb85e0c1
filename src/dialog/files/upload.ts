import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { DiskFull, type FileStore, StoreFault } from '../../platform/file-store/file-store.ts';
import { type Received, TooLong } from '../../platform/file-store/received.ts';
import { showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { sha256 } from '../../platform/secrets.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { isKeyInForce } from '../gate/keys.ts';
import { holdProject } from '../gate/projects.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import type { Environment } from '../schema.ts';
import { findRepetition, remember } from '../tasks/repetition.ts';
import type { Repetition, Write } from '../tasks/submission.ts';
import { type FactReader, factsOf, isBusy } from './facts.ts';
import { safeFileName } from './file-name.ts';
import { type FileQuotas, type Holders, QuotaReached, quotaProblem, type Room } from './quotas.ts';
import { removeFile, storedName } from './removal.ts';
import { presentUpload } from './shapes.ts';
import { abandonUnfinished, beginFile, finishFile, type StoredFile } from './store.ts';

/** Where files go, and how large they may be. */
export interface UploadParts {
  database: Database;
  files: FileStore;
  fileFacts: FactReader;
  fileQuotas: FileQuotas;
  settings: { filesMaxBytes: number };
  log: Pick<Logger, 'warn'>;
}

/** An upload as it arrives. */
export interface Upload {
  projectId: string;
  actor: Actor;
  environment: Environment;
  /** As it was sent; undefined for none. */
  name: string | undefined;
  /** The Content-Type as it was sent. */
  type: string | undefined;
  /** The Content-Length as it was sent. */
  declaredBytes: number;
  /** Undefined for a request without a body. */
  body: Readable | undefined;
  requestId: string;
  /** Looks at what was received; throws if it is not taken. */
  check?: (file: { name: string; type: string }) => void;
  /** The customer who uploads it; only a message of theirs may bring it. Absent for owners and clients. */
  customer?: {
    channelId: string;
    /** Of their identity; undefined while they have none. */
    id: string | undefined;
    /** Finds or makes their identity, once it is known that the file is taken. @returns its id */
    ensure: () => Promise<string>;
  };
  /** For an upload with a project key. */
  once?: { keyId: string; idempotencyKey: string };
}

/** How an upload ended. `answer` is the text of its answer. */
export type UploadVerdict =
  | { verdict: 'stored'; answer: string }
  | Repetition
  | { verdict: 'revoked' }
  | { verdict: 'no_project' };

/** The endpoint under whose name repetitions are remembered. */
const endpoint = 'files';
/** An upload may have to be sent again after this. */
const retryAfterSeconds = 5;
/** Somebody has to make room first. */
const diskFullSeconds = 60;

/**
 * Receives a file and stores it: the bytes first into a temporary file, then a record that nobody sees, by which it counts, then the
 * bytes into the store. At last one transaction shows the record, with its audit entry and, for a repetition, its answer. Whatever dies on the
 * way, nobody gets a part of a file, and what is left is removed (removal.ts).
 *
 * @throws Problem 413 for too many bytes, 422 for none, 429 beyond a quota, 503 if the store fails or its disk is full; what the body
 * throws
 */
export async function storeUpload(parts: UploadParts, upload: Upload): Promise<UploadVerdict> {
  const { database, files, fileQuotas, log, settings } = parts;
  const { projectId, declaredBytes, customer } = upload;
  if (declaredBytes > settings.filesMaxBytes) throw tooLarge(settings.filesMaxBytes);
  const holders: Holders = { projectId, channelId: customer?.channelId, identityId: customer?.id };
  let room: Room | undefined;
  let received: Received | undefined;
  try {
    // A repetition is answered however full the project is, and only its bytes tell that it is one.
    room = await fileQuotas.open(database, holders, declaredBytes, upload.once !== undefined);
    const body = room.fill(upload.body ?? noBytes());
    received = await files.receive(body, settings.filesMaxBytes, declaredBytes);
    if (received.size === 0) throw emptyFile();
    const file = await describe(parts, upload, received);
    const write = writeOf(upload, file);
    const known = write && (await findRepetition(database, write));
    if (known) return known;
    const record = await database.transaction(async (tx) => {
      const begun = await beginFile(tx, file);
      await fileQuotas.check(tx, { ...holders, identityId: begun.identityId ?? undefined });
      return begun;
    });
    room.close();
    await files.keep(storedName({ ...file, id: record.id }), received);
    const verdict = await show(database, upload, record, write);
    if (verdict.verdict !== 'stored') await forgetUpload(parts, upload.projectId, record.id);
    return verdict;
  } catch (error) {
    if (error instanceof TooLong) throw tooLarge(settings.filesMaxBytes);
    if (error instanceof QuotaReached) throw quotaProblem(error);
    if (!(error instanceof StoreFault)) throw error;
    if (error instanceof DiskFull) {
      // It comes with every upload until somebody makes room.
      log.warn({ store: files.title, reason: error.message }, 'an upload was not stored');
      throw diskFull(error);
    }
    log.warn({ err: error, store: files.title }, 'an upload was not stored');
    throw storeAway(error);
  } finally {
    room?.close();
    await received?.discard();
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** What the record says of the file. */
async function describe({ fileFacts }: UploadParts, upload: Upload, received: Received) {
  const { projectId, actor, environment } = upload;
  const facts = await factsOf(fileFacts, projectId, received, upload.type).catch((error) => {
    if (!isBusy(error)) throw error;
    throw new Problem(503, 'busy', 'Too many uploads wait to be looked at. Repeat the request in a moment.', {
      retryAfterSeconds,
    });
  });
  const file = { projectId, actor, environment, name: safeFileName(upload.name ?? ''), ...facts };
  upload.check?.(file);
  return { ...file, identityId: (await upload.customer?.ensure()) ?? null };
}

/** The name of an upload with a project key. Its fingerprint covers what the file is and how it was sent. */
function writeOf(upload: Upload, file: { name: string; sha256: Buffer }): Write | undefined {
  if (!upload.once) return undefined;
  const sent = [file.sha256.toString('hex'), file.name, upload.type ?? '', upload.environment];
  return {
    projectId: upload.projectId,
    endpoint,
    key: upload.once.idempotencyKey,
    fingerprint: sha256(JSON.stringify(sent)),
  };
}

/** Another upload with the same Idempotency-Key was faster, so this one must leave no trace. */
class Outrun extends Error {}

/** Shows a file whose bytes are stored, once. */
async function show(
  database: Database,
  upload: Upload,
  record: StoredFile,
  write: Write | undefined,
): Promise<UploadVerdict> {
  const answer = JSON.stringify(presentUpload(record));
  try {
    return await database.transaction(async (tx) => {
      const refusal = await refusalOf(tx, upload);
      if (refusal) return refusal;
      if (write && !(await remember(tx, write, answer))) throw new Outrun();
      if (!(await finishFile(tx, upload.projectId, record.id))) {
        throw new StoreFault('storing the file took so long that it was given up');
      }
      await writeAudit(tx, {
        projectId: upload.projectId,
        actor: upload.actor,
        action: 'file.created',
        subject: { type: 'file', id: showId('file', record.id) },
        environment: upload.environment,
        requestId: upload.requestId,
        data: { name: record.name, type: record.type, size: record.size },
      });
      return { verdict: 'stored', answer } as const;
    });
  } catch (error) {
    if (!(error instanceof Outrun)) throw error;
    return (await findRepetition(database, write!))!;
  }
}

/** Whether the key was revoked, or the project deleted, while the file arrived. */
async function refusalOf(
  tx: Transaction,
  { projectId, once }: Upload,
): Promise<{ verdict: 'revoked' | 'no_project' } | undefined> {
  if (once && !(await isKeyInForce(tx, { projectId, id: once.keyId }))) return { verdict: 'revoked' };
  return (await holdProject(tx, projectId)) ? undefined : { verdict: 'no_project' };
}

/** Removes what an upload stored that is not shown. If the store fails now, the removal of dead files does it later. */
export async function forgetUpload(
  { database, files }: Pick<UploadParts, 'database' | 'files'>,
  projectId: string,
  id: string,
): Promise<void> {
  await abandonUnfinished(database, projectId, id);
  await removeFile(database, files, { projectId, id }).catch((error) => {
    if (!(error instanceof StoreFault)) throw error;
  });
}

function tooLarge(most: number): Problem {
  return new Problem(413, 'body_too_large', `The file is too large: the limit is ${most / 2 ** 20} MiB.`);
}

function emptyFile(): ValidationProblem {
  return new ValidationProblem([valueError(['body'], 'a file has at least one byte', null)]);
}

function diskFull(cause: DiskFull): Problem {
  return new Problem(
    503,
    'disk_full',
    'The disk has no more room for files; messages without files go on. Repeat the request later, or tell whoever runs this server.',
    { retryAfterSeconds: diskFullSeconds, cause },
  );
}

/** The answer when the store of files fails. */
export function storeAway(cause: unknown): Problem {
  return new Problem(
    503,
    'files_unavailable',
    'The store of files cannot be used at the moment; repeat the request in a moment.',
    { retryAfterSeconds, cause },
  );
}
