import { statfsSync } from 'node:fs';

/** Databases that are copied and dropped all the time, and the profiles of browsers. */
const neededBytes = 4 * 2 ** 30;

/**
 * Has what runs below this process keep its temporary files in memory where there is room, unless `TMPDIR` says where. Tests make and remove
 * a thousand small files for each database; an ext4 without a journal, as in many virtual machines, passes over each inode that was freed a
 * moment ago (`recently_deleted` in fs/ext4/ialloc.c of Linux), so that a copy took a second of processor time in place of 30 ms.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR) return;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize >= neededBytes) process.env.TMPDIR = '/dev/shm';
  } catch {
    // Only Linux has it.
  }
}
