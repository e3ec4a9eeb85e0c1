import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId, readId, showId } from '../../src/platform/ids.ts';

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
const shown = 'msg_01h455vb4pex5vsknk084sn02q';

describe('an id', () => {
  it('is shown as the TypeID that the specification of TypeIDs gives for its UUID', () => {
    expect(showId('message', uuid)).toBe(shown);
    expect(readId('message', shown)).toBe(uuid);
  });

  it('comes back whatever it is', () => {
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

  it('grows with time, also within a millisecond', () => {
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
  ])('is undefined where the text is none: %s', (_name, text) => {
    expect(readId('message', text)).toBeUndefined();
  });

  it('is undefined or a UUID for any text, and never an error', () => {
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
        // One spelling an id: no two texts name the same record.
        expect(showId('message', id)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});
