import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onRecord } from '../../src/dialog/scenario/given.ts';
import type { Json } from '../../src/dialog/template/json.ts';

describe('what a step was given, on record', () => {
  it('is what it was, if it is small and has no secrets', () => {
    const given = { operation: 'order', input: { n: 7, list: [true, null, 'é'], of: { a: '' } } };
    expect(onRecord(given)).toEqual(given);
  });

  it('has no value of a field that is named like a secret, at any depth', () => {
    const given = {
      headers: { Authorization: 'Bearer x1', 'X-Api-Key': 'x2', Cookie: 'x3', accept: 'json' },
      rows: [
        { password: 'x4', access_token: { inner: 'x5' }, client_secret: ['x6'], apiKey: 'x7', token: null },
      ],
    };
    const shown = onRecord(given) as typeof given;
    expect(JSON.stringify(shown)).not.toMatch(/x\d/);
    expect(shown.headers).toEqual({
      ...{ Authorization: '[hidden]', 'X-Api-Key': '[hidden]', Cookie: '[hidden]' },
      accept: 'json',
    });
    expect(shown.rows[0]!.token).toBeNull();
  });

  it('says where something was cut off', () => {
    expect(onRecord({ text: 'a'.repeat(2000) })).toEqual({ text: `${'a'.repeat(1000)}…` });
    expect((onRecord(Array.from({ length: 100_000 }, () => 1)) as Json[]).at(-1)).toBe('…');
  });

  it('is bounded, and never has half of a character, whatever is given', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 5000 }), (value, times) => {
        const many = Array.from({ length: times }, () => [value, '😀'.repeat(times)]) as Json;
        const shown = JSON.stringify(onRecord(many));
        expect(shown.length).toBeLessThan(60_000);
        expect(shown).not.toMatch(/\\ud[89a-f]/i);
      }),
      { numRuns: 50 },
    );
  });
});
