import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairBatcher } from '../../src/platform/fair-batcher.ts';

interface Item {
  owner: string;
  sort: string;
  n: number;
}

function open(maxItems = 3, lends = true) {
  const underWay: { batch: Item[]; end: (error?: Error) => void }[] = [];
  const batcher = new FairBatcher<Item, number>(
    (batch) =>
      new Promise((resolve, reject) => {
        underWay.push({
          batch,
          end: (error) => (error ? reject(error) : resolve(batch.map(({ n }) => n))),
        });
      }),
    { maxItems, maxParallel: 2, lends, ownerOf: (item) => item.owner, sortOf: (item) => item.sort },
  );
  let n = 0;
  return {
    underWay,
    submit: (owner: string, count = 1, sort = 's') =>
      Array.from({ length: count }, () => batcher.submit({ owner, sort, n: n++ })),
    async settle() {
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    },
  };
}

const owners = (underWay: { batch: Item[] }[]) =>
  underWay.map(({ batch }) => batch.map(({ owner }) => owner));

it('items of different owners never share a batch, and neither do different sorts of one owner', async () => {
  const { underWay, submit, settle } = open();
  submit('a', 2);
  submit('b', 1);
  submit('a', 1, 'other');
  await settle();
  for (const { end } of underWay) end();
  await settle();
  expect(underWay.map(({ batch }) => batch.map(({ owner, sort }) => owner + sort))).toEqual([
    ['as', 'as'],
    ['bs'],
    ['aother'],
  ]);
});

it('a single owner with many items runs two batches at once, and another owner still starts at once', async () => {
  const { underWay, submit, settle } = open();
  submit('busy', 30);
  await settle();
  expect(owners(underWay)).toEqual([Array(3).fill('busy'), Array(3).fill('busy')]);
  submit('quiet');
  await settle();
  expect(owners(underWay).slice(2)).toEqual([['quiet']]);
});

it('where nothing is lent, a single owner leaves the other place free', async () => {
  const { underWay, submit, settle } = open(3, false);
  submit('busy', 30);
  await settle();
  expect(owners(underWay)).toEqual([['busy', 'busy', 'busy']]);
  submit('quiet');
  await settle();
  expect(owners(underWay)).toEqual([['busy', 'busy', 'busy'], ['quiet']]);
});

it('owners take turns, and while others wait no owner runs more than one batch', async () => {
  const { underWay, submit, settle } = open(1);
  submit('a', 3);
  submit('b', 3);
  submit('c', 3);
  await settle();
  expect(owners(underWay)).toEqual([['a'], ['b']]);
  for (let i = 0; i < 7; i++) {
    underWay[i]!.end();
    await settle();
  }
  expect(owners(underWay).flat().slice(0, 6).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
});

it('every item gets its own answer, and every item of a failed batch gets the error', async () => {
  const { underWay, submit, settle } = open();
  const good = submit('a', 2);
  const bad = submit('b', 2);
  await settle();
  underWay[0]!.end();
  underWay[1]!.end(new Error('no'));
  expect(await Promise.all(good)).toEqual([0, 1]);
  expect((await Promise.allSettled(bad)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
