import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Disk } from '../../src/platform/file-store/disk-room.ts';
import { DiskFull } from '../../src/platform/file-store/file-store.ts';

const gibibyte = 2 ** 30;
const piece = Buffer.alloc(100);

/** A disk of blocks of one KiB. @param bytes of all of it, and of what is free */
function disk(bytes: { all: number; free: number }, floor?: number) {
  const stat = vi.fn(async () => ({ bsize: 1024, blocks: bytes.all / 1024, bavail: bytes.free / 1024 }));
  return { disk: new Disk('/nowhere', floor, stat), stat };
}
async function* many(pieces: number) {
  for (let i = 0; i < pieces; i++) yield piece;
}
async function taken(of: Disk, pieces: number, declared = 0): Promise<unknown> {
  let bytes = 0;
  try {
    for await (const { length } of of.fill(many(pieces), declared)) bytes += length;
    return bytes;
  } catch (error) {
    return error;
  }
}

it('the floor is 1 GiB, or a twentieth of a small disk, or what the operator says', async () => {
  const floorOf = async (all: number, floor?: number) =>
    (await disk({ all, free: 0 }, floor).disk.room()).floor;
  expect(await floorOf(500 * gibibyte)).toBe(gibibyte);
  expect(await floorOf(gibibyte)).toBe(gibibyte / 20);
  expect(await floorOf(gibibyte, 7)).toBe(7);
});

it('a declared length counts before the first byte, and bytes while they come', async () => {
  const bytes = { all: 2 ** 20, free: 2 ** 19 };
  expect(await taken(disk(bytes, 2 ** 18).disk, 3, 300)).toBe(300);
  expect(await taken(disk(bytes, 2 ** 18).disk, 3, 2 ** 18 + 1)).toBeInstanceOf(DiskFull);
  expect(await taken(disk(bytes, 2 ** 19).disk, 3)).toBeInstanceOf(DiskFull);
  expect(await taken(disk(bytes, 0).disk, 3, 2 ** 30)).toBe(300);
});

it('the disk is asked once a second, however many pieces come, and a file ends when it fills', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const bytes = { all: 2 ** 20, free: 2 ** 19 };
    const { disk: found, stat } = disk(bytes, 2 ** 18);
    expect(await Promise.all([taken(found, 1000), taken(found, 1000)])).toEqual([100_000, 100_000]);
    expect(stat).toHaveBeenCalledTimes(1);
    const pieces = found.fill(many(10), 0);
    await pieces.next();
    bytes.free = 2 ** 18;
    await pieces.next();
    vi.advanceTimersByTime(1001);
    await expect(pieces.next()).rejects.toThrow(DiskFull);
    expect(stat).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

it('a folder that is not there yet has the room of that in which it will be', async () => {
  const { free } = await new Disk(join(tmpdir(), 'not', 'there')).room();
  expect(free).toBeGreaterThan(0);
});
