import { expect, it } from 'vitest';
import { inOrder, isBusy, leftBySteps, openButtons } from '../../src/console/trial/talk.ts';

const said = (id: string, direction: string, more: object = {}): any => ({
  ...{ id, direction, status: 'succeeded', error: null, text: '', steps: [], buttons: [] },
  ...more,
});
const step = (id: string, output?: unknown) => ({
  id,
  type: 'set',
  status: 'succeeded',
  error: null,
  output,
});

it('what steps have left is their last output, and steps without one leave nothing', () => {
  const newestFirst = [
    said('3', 'in', { steps: [step('price', { amount: 9 }), step('hello', null)] }),
    said('2', 'out'),
    said('1', 'in', { steps: [step('price', { amount: 7 }), step('city', 'Riga'), step('end')] }),
  ];
  expect(leftBySteps(newestFirst)).toEqual([
    ['price', { amount: 9 }],
    ['city', 'Riga'],
  ]);
});

it('buttons can be pressed until the customer has said something', () => {
  const asked = said('2', 'out', { buttons: [{ text: 'Yes' }] });
  expect(openButtons([said('3', 'out'), asked, said('1', 'in')])).toBe('2');
  expect(openButtons([said('3', 'in'), asked, said('1', 'in')])).toBeUndefined();
  expect(openButtons([])).toBeUndefined();
});

it('a conversation is told from its beginning, without turns that did nothing', () => {
  const turns = [said('3', 'turn'), said('2', 'turn', { steps: [step('late')] }), said('1', 'in')];
  expect(inOrder(turns).map(({ id }) => id)).toEqual(['1', '2']);
});

it('the draft works while something that was said is not handled', () => {
  expect(isBusy([said('2', 'out', { status: 'queued' }), said('1', 'in')])).toBe(false);
  expect(isBusy([said('1', 'in', { status: 'queued' })])).toBe(true);
});
