import { describe, expect, it } from 'vitest';
import { passwordFault } from '../../src/dialog/gate/password-rules.ts';

const faultOf = (password: string) => passwordFault(password, 'ann.smith@example.com');

describe('a new password', () => {
  it.each([
    'correct horse battery',
    'seven green umbrellas',
    'monkey dragon football',
    'пять зелёных зонтов',
    'x9$Kq2!vLm4#',
    'Zq8rT2mWx7Lp',
    '839201758392',
    '😀 four smiling cats',
  ])('may be %s', (password) => {
    expect(faultOf(password)).toBeUndefined();
  });

  it.each(['', 'short', 'elevenchars', '😀'.repeat(11)])('must have 12 characters: %j', (password) => {
    expect(faultOf(password)).toMatch(/^give at least 12 characters/);
  });

  it.each([
    ...['password1234', 'PASSWORD!!!!!', 'P@ssw0rd12345', '123456password', 'qwertyuiop123', '1qaz2wsx3edc'],
    ...[
      'administrator',
      'Administrator1',
      'passwordpassword',
      'dragondragon',
      'iloveyou2026!',
      '1q2w3e4r5t6y',
    ],
  ])('cannot be one that is found in leaks, also with digits around it or in disguise: %s', (password) => {
    expect(faultOf(password)).toMatch(/found in leaks/);
  });

  it.each([
    ...['aaaaaaaaaaaa', '123456789012', '987654321098', 'abcdefghijkl', 'abcabcabcabc', '121212121212'],
    ...[
      '            ',
      '!!!!!!!!!!!!',
      'umbrellaumbrella',
      'Umbrella umbrella!',
      'umbrella-umbrella-umbrella',
    ],
    ...[
      'umbrella1umbrella2',
      'зонтик зонтик зонтик',
      '839201 839201',
      'is this is this is this',
      '😀😀😀😀😀😀😀😀😀😀😀😀',
    ],
  ])('cannot be a row or a repetition: %j', (password) => {
    expect(faultOf(password)).toMatch(/easy to guess/);
  });

  it.each(['ann.smith@example.com', 'Ann.Smith@Example.com', 'Ann.Smith2026', '123ann.smith!'])(
    'cannot be the e-mail address: %s',
    (password) => {
      expect(faultOf(password)).toBe('this is your e-mail address');
    },
  );

  it('is judged in a moment, whatever it is', () => {
    for (const part of ['a', 'ab', 'abc ', '😀', 'a'.repeat(499)]) {
      expect(() => faultOf(part.repeat(Math.floor(1000 / part.length)))).not.toThrow();
      faultOf(`${part.repeat(Math.floor(999 / part.length))}x`);
    }
  });
});
