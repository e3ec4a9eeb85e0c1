import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { FactReader } from '../../src/dialog/files/facts.ts';
import { png } from '../files/scene.ts';

const warnings: unknown[] = [];
const reader = new FactReader({ warn: (...told: unknown[]) => void warnings.push(told) });
afterAll(() => reader.close());

const read = (head: Uint8Array) => reader.read('a project', head);

/** A JPEG of 300 by 200 stored pixels with an orientation of Exif, as far as its size. */
function jpeg(orientation: number): Buffer {
  const entry = Buffer.from('0112000300000001', 'hex');
  const value = Buffer.from([0, orientation, 0, 0]);
  const tiff = Buffer.concat([Buffer.from('4d4d002a000000080001', 'hex'), entry, value, Buffer.alloc(4)]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  const frame = Buffer.from('ffc000110800c8012c03012200021101031101', 'hex');
  return Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), length, exif, frame, Buffer.from('ffd9', 'hex')]);
}

it('an image has its width and height as it is seen', async () => {
  expect(await read(png(640, 480))).toEqual({ type: 'image/png', width: 640, height: 480 });
  expect(await read(jpeg(1))).toEqual({ type: 'image/jpeg', width: 300, height: 200 });
  expect(await read(jpeg(6))).toEqual({ type: 'image/jpeg', width: 200, height: 300 });
});

it('a part of an image, and bytes of no kind, have no size', async () => {
  expect(await read(png(640, 480).subarray(0, 12))).toMatchObject({ width: null, height: null });
  expect(await read(Buffer.from('Hello'))).toEqual({ type: null, width: null, height: null });
});

it('bytes that kept earlier versions of the libraries busy for ever are answered', async () => {
  const asf = Buffer.concat([
    Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
    Buffer.alloc(14, 1),
    Buffer.alloc(200), // an inner header of no length
  ]);
  const jxl = Buffer.concat([
    Buffer.from('0000000c4a584c200d0a870a', 'hex'),
    Buffer.from('00000014667479706a786c20000000006a786c20', 'hex'),
    Buffer.from('000000006a786c70', 'hex'), // a box of no length
    Buffer.alloc(64),
  ]);
  for (const head of [asf, jxl]) expect(await read(head)).toMatchObject({ width: null, height: null });
});

it('any bytes are answered, whatever they begin with', async () => {
  const starts = [
    '',
    '89504e470d0a1a0a',
    'ffd8ff',
    '474946383961',
    '52494646',
    '504b0304',
    '0000000c',
    '4d4d002a',
    '1f8b',
  ];
  const head = fc
    .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }))
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'hex'), rest]));
  await fc.assert(
    fc.asyncProperty(head, async (bytes) => {
      const { width, height } = await read(bytes);
      expect((width === null) === (height === null)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
