import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A backup is a folder with this file, which is written last: a folder without it is no whole backup. */
const manifestName = 'backup.json';
/** Below the folder of a backup. */
export const databaseFolder = 'database';
export const filesFolder = 'files';

/** Grows when an older build could not read what a newer one writes. */
const format = 1;

const count = z.number().int().nonnegative();

const manifest = z.object({
  format: z.literal(format),
  /** Of Parley. */
  version: z.string(),
  /** When its moment was, in ISO 8601. */
  madeAt: z.string(),
  /** Of the server that it was read from. */
  postgres: z.string(),
  /** Hashes of the applied migrations, oldest first, by the table that lists them. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      /** Below `database`. */
      file: z.string().regex(/^[\w.]+$/),
      rows: count,
      bytes: count,
      sha256: z.string(),
    }),
  ),
  sequences: z.record(z.string(), z.string()),
  /** A text that only the right encryption key opens, and the id of the key that opened it, if it was there. */
  probe: z.object({ sealed: z.string(), key: z.string().nullable() }),
  /** What became of files. A bucket keeps its own. */
  files: z.discriminatedUnion('kept', [
    z.object({ kept: z.literal('here'), count, bytes: count }),
    z.object({ kept: z.literal('in the bucket'), bucket: z.string() }),
  ]),
});

/** What `backup.json` says. */
export type Manifest = z.infer<typeof manifest>;

/** A folder is no backup that this build can restore; the message says why. */
export class UnfitBackup extends Error {}

/** Writes the file that makes a folder a whole backup. It is on the disk when this resolves. */
export async function writeManifest(folder: string, content: Omit<Manifest, 'format'>): Promise<void> {
  const file = await open(join(folder, manifestName), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ format, ...content }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws UnfitBackup */
export function readManifest(folder: string, ownVersion: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestName), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new UnfitBackup(`${folder} may not be read by this user`);
    throw new UnfitBackup(`${folder} is no whole backup: it has no ${manifestName}`);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new UnfitBackup(`${join(folder, manifestName)} is damaged`);
  }
  const newer = z.object({ format: z.number().gt(format), version: z.string() }).safeParse(content);
  if (newer.success) throw new UnfitBackup(tooNew(newer.data.version, ownVersion));
  const parsed = manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new UnfitBackup(
    `${join(folder, manifestName)} is damaged (${parsed.error.issues[0]?.path.join('.')})`,
  );
}

/** Why a backup of a newer build is refused. */
export function tooNew(version: string, ownVersion: string): string {
  const which = version === ownVersion ? `a newer build of Parley ${version}` : `Parley ${version}`;
  return `this backup was made by ${which}, and has tables that this Parley ${ownVersion} does not know; restore it with that version or a later one`;
}
