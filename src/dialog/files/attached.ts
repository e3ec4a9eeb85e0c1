import type { Readable } from 'node:stream';
import { Batcher } from '../../platform/batcher.ts';
import type { FileStore } from '../../platform/file-store/file-store.ts';
import { readId, showId } from '../../platform/ids.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import type { Attachment, AttachmentType } from '../content/attachments.ts';
import { safeFileName } from './file-name.ts';
import type { FileLinks } from './links.ts';
import { storedName } from './removal.ts';
import { statusOf } from './status.ts';
import { type FileRecord, findAnyFiles, isStored } from './store.ts';

/** An attachment as a channel gets it: the address of a file on the web, or a file of the project. */
export type Attached = AttachedAddress | AttachedFile;

export interface AttachedAddress {
  type: AttachmentType;
  /** As it was given. */
  name: string | null;
  url: string;
  file?: never;
}

export interface AttachedFile {
  type: AttachmentType;
  /** As it was given, or the name of the file. */
  name: string;
  file: {
    /** `file_…` */
    id: string;
    /** The media type, without parameters. */
    mediaType: string;
    size: number;
    /** Pixels of an image, where they are known. */
    width: number | null;
    height: number | null;
    /** Makes an address from which anybody can download it for an hour, or for this long. */
    link(forMs?: number): { url: string; expiresAt: Date };
    /** Opens its bytes. @throws StoreFault */
    open(): Promise<Readable>;
  };
}

/** Finds what attachments name. */
export interface Attacher {
  /** @returns the attachments in their order, or the public id of a file that cannot be had: not yet, or not at all */
  find(projectId: string, attachments: readonly Attachment[]): Promise<Search>;
}

type Search = { attached: Attached[] } | { waiting: string } | { missing: string };

interface AttacherParts {
  database: Database;
  files: FileStore;
  fileLinks: FileLinks;
  /** The address of this server, without a final slash. */
  origin: string;
}

/** Makes the attacher of a process. Files that are looked for at the same time are read together. */
export function createAttacher({ database, files, fileLinks, origin }: AttacherParts): Attacher {
  const records = new Batcher<{ projectId: string; id: string }, FileRecord | undefined>(
    (wanted) => findAnyFiles(database, wanted),
    { limitMs: database.limitMs },
  );
  return {
    async find(projectId, attachments) {
      const found = await Promise.all(
        attachments.map(({ file_id }) => {
          const id = file_id === undefined ? undefined : readId('file', file_id);
          return id === undefined ? undefined : records.submit({ projectId, id });
        }),
      );
      const attached: Attached[] = [];
      for (const [i, { type, url, file_id, name }] of attachments.entries()) {
        if (url !== undefined) {
          attached.push({ type, url, name: name ?? null });
          continue;
        }
        const record = found[i];
        if (!record || !isStored(record)) {
          const id = file_id ?? '';
          return record && statusOf(record.state) === 'waiting' ? { waiting: id } : { missing: id };
        }
        const { id, size, width, height } = record;
        attached.push({
          type,
          name: name === undefined ? record.name : safeFileName(name),
          file: {
            id: showId('file', id),
            mediaType: record.type,
            ...{ size, width, height },
            link: (forMs) => fileLinks.make(origin, projectId, id, { forMs }),
            open: () => files.open(storedName({ projectId, id }), size, { start: 0, end: size - 1 }),
          },
        });
      }
      return { attached };
    },
  };
}

/** Whether a project has all these files, or waits for them. */
export async function hasFiles(on: Queryable, project: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const found = await findAnyFiles(
    on,
    ids.map((file) => ({ projectId: project, id: file })),
  );
  return found.every((file) => file !== undefined && statusOf(file.state) !== 'failed');
}
