import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from './pages.ts';

afterEach(() => vi.restoreAllMocks());

it('what commands print at the same time is shown one after the other, and the first as it comes', () => {
  let shown = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    shown += text;
    return true;
  });
  const [first, second, third] = ['first', 'second', 'third'].map(openPage);
  second!.write('b1 ');
  first!.write('a1 ');
  expect(shown).toBe('\n==> first\na1 ');
  third!.write('c1 ');
  second!.close();
  first!.write('a2');
  first!.close();
  third!.write('c2');
  third!.close();
  expect(shown).toBe('\n==> first\na1 a2\n==> second\nb1 \n==> third\nc1 c2');
});
