import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { V7Generator } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { idGenerator, newId, readId, showId } from '../../src/platform/ids.ts';

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
const shown = 'msg_01h455vb4pex5vsknk084sn02q';

/** What the library of TypeIDs makes of a text: undefined where it throws. */
function readByLibrary(text: string): string | undefined {
  try {
    return TypeID.fromString(text, 'msg').toUUID();
  } catch {
    return undefined;
  }
}

describe('an id', () => {
  it('is shown and read as the library of TypeIDs does it, whatever it is', () => {
    const uuids = fc.oneof(
      fc.uuid(),
      fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => {
        const hex = Buffer.from(bytes).toString('hex');
        return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      }),
    );
    fc.assert(
      fc.property(uuids, (id) => {
        const text = TypeID.fromUUID('msg', id).toString();
        expect(showId('message', id)).toBe(text);
        expect(readId('message', text)).toBe(readByLibrary(text));
      }),
      { numRuns: 2000 },
    );
    for (const id of ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
      expect(showId('message', id)).toBe(TypeID.fromUUID('msg', id).toString());
    }
  });

  it('is unknown where the library of TypeIDs refuses the text', () => {
    const near = fc
      .tuple(
        fc.uuid(),
        fc.nat(29),
        fc.oneof(fc.stringMatching(/^[ -~]$/), fc.string({ minLength: 1, maxLength: 1 })),
      )
      .map(([id, at, character]) => {
        const text = TypeID.fromUUID('msg', id).toString();
        return text.slice(0, at) + character + text.slice(at + 1);
      });
    fc.assert(
      fc.property(near, (text) => {
        expect(readId('message', text)).toBe(readByLibrary(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('is made as the library of UUIDv7 makes it of the same clock and randomness', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 2 }) },
      fc.integer({ min: -11_000, max: 11_000 }),
    );
    const words = fc.array(fc.oneof(fc.nat(2 ** 32 - 1), fc.constant(2 ** 32 - 1)), {
      minLength: 7,
      maxLength: 7,
    });
    fc.assert(
      fc.property(words, fc.array(step, { maxLength: 50 }), (given, steps) => {
        const randomness = () => {
          let at = 0;
          return () => given[at++ % given.length]!;
        };
        let now = 1_790_000_000_000;
        const ours = idGenerator(randomness(), () => now);
        const theirs = new V7Generator({ nextUint32: randomness() });
        for (const ms of steps) {
          now += ms;
          expect(ours()).toBe(theirs.generateOrResetWithTs(now).toString());
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is not made of what is no UUID', () => {
    for (const text of ['', uuid.slice(1), `${uuid}0`, uuid.replace('a', 'g'), uuid.replaceAll('-', '')]) {
      expect(() => showId('message', text)).toThrow('is no UUID');
    }
  });

  it('is shown as the TypeID that the specification of TypeIDs gives for its UUID', () => {
    expect(showId('message', uuid)).toBe(shown);
    expect(readId('message', shown)).toBe(uuid);
  });

  it('reads back as the same UUID', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        for (const kind of [
          'owner',
          'project',
          'key',
          'profile',
          'identity',
          'channel',
          'message',
        ] as const) {
          expect(readId(kind, showId(kind, id))).toBe(id);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('sorts by time, even within a millisecond', () => {
    const ids = Array.from({ length: 5000 }, newId);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(5000);
    const texts = ids.map((id) => showId('message', id));
    expect(texts).toEqual(texts.toSorted());
    for (const id of ids) expect(id[14]).toBe('7');
  });

  it.each([
    ['nothing', ''],
    ['a prefix alone', 'msg_'],
    ['another kind', shown.replace('msg', 'idn')],
    ['another prefix', shown.replace('msg', 'key')],
    ['no prefix', shown.slice(4)],
    ['upper case', shown.toUpperCase()],
    ['a character short', shown.slice(0, -1)],
    ['a character long', `${shown}0`],
    ['white space', ` ${shown}`],
    ['a line end', `${shown}\n`],
    ['a letter that base32 leaves out', shown.replace(/.$/, 'l')],
    ['more than 128 bits', `msg_8${shown.slice(5)}`],
    ['NUL', `msg_${'\0'.repeat(26)}`],
    ['emoji of the right length', `msg_${'😀'.repeat(13)}`],
    ['another separator', shown.replace('_', '-')],
    ['two prefixes', `msg_msg_${shown.slice(8)}`],
    ['a UUID', uuid],
    ['a UUID behind the prefix', `msg_${uuid}`],
    ['a quote', `msg_'; DROP TABLE tasks; --aaaa`.slice(0, 30)],
  ])('reads as undefined if the text is not an id: %s', (_name, text) => {
    expect(readId('message', text)).toBeUndefined();
  });

  it('reads as undefined or a UUID for any text, and never throws', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ minLength: 26, maxLength: 26 }).map((text) => `msg_${text}`),
      fc.stringMatching(/^msg_[0-9a-z]{26}$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const id = readId('message', text);
        if (id === undefined) return;
        expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        // Each id has one spelling, so no two texts name the same record.
        expect(showId('message', id)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});
