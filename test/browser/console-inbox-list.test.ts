import { expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import { server, visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';
import { by, nameOf, open, row, said, scene, thread, useInbox, visitor } from './inbox-scene.ts';

// Of code that is evaluated in the page.
declare const document: any;

useInbox();
it('what comes while the hand is in the list waits as "new", and filters stay in the address', async () => {
  const first = await visitor('The first one');
  await open('inbox');
  await visit.click(row(nameOf(first)));
  await said('The first one').waitFor();
  const listed = () => visit.page.getByRole('option').evaluateAll((all) => all.map(({ id }: any) => id));
  const before = await listed();
  const second = await visitor('Somebody else');
  const fresh = by('button', '1 new');
  await fresh.waitFor();
  expect(await listed()).toEqual(before);
  await visit.screenshot('inbox-fresh');
  await visit.click(fresh);
  await row(nameOf(second)).waitFor();
  await expect.poll(async () => (await listed()).length).toBe(before.length + 1);

  // What was begun there is marked when another one is open.
  await visit.click(by('textbox', 'Reply'));
  await visit.type('Good mor');
  await visit.press('Escape');
  await visit.click(row(nameOf(second)));
  await row(nameOf(first)).getByText('Draft:').waitFor();

  await visit.click(by('button', /^Mine/));
  await visit.page.waitForURL(/view=mine/);
  await visit.page.reload();
  await until(async () => (await by('button', /^Mine/).getAttribute('aria-pressed')) === 'true');
  await visit.click(by('button', /^All/));
  await visit.press('Escape');
  await visit.press('/');
  await visit.type('Somebody');
  await visit.page.waitForURL(/q=Somebody/);
  const hit = by('button', /Somebody else/);
  await hit.locator('mark', { hasText: 'Somebody' }).waitFor();
  await hit.locator('time').waitFor();
  await visit.screenshot('inbox-found');
  await visit.click(hit);
  await said('Somebody else').waitFor();
  expect(visit.page.url()).not.toContain(first.profileId);
  // By keys: Enter opens the first hit, down goes to the hits, and up comes back.
  await visit.press('/');
  await visit.press('Control+a');
  await visit.type('first one');
  await visit.press('Enter');
  await said('The first one').waitFor();
  await visit.page.getByText(/^Searched are names/).waitFor();
  await until(async () => (await visit.page.locator('[data-hit][aria-current=true]').count()) === 1);
  await visit.press('ArrowDown');
  await expect.poll(() => visit.focused()).toMatch(/^button "/);
  await visit.press('ArrowUp');
  await expect.poll(() => visit.focused()).toMatch(/^input "/);
  // Somebody without a name is found by what they are called here.
  await visit.press('Control+a');
  await visit.type(nameOf(second));
  await visit.click(visit.page.locator('[data-hit]').filter({ hasText: nameOf(second) }));
  await said('Somebody else').waitFor();
});

it('a message that the search finds is brought into sight and marked, however far back it is, also from a copied address', async () => {
  const customer = await scene.customer();
  await customer.says('The violet umbrella with a hook');
  // More than a page of messages.
  await Promise.all(Array.from({ length: 60 }, (_, n) => customer.says(`Then number ${n}`)));
  const other = await scene.customer('somebody-else');
  await other.says('Something else');
  await open('inbox?env=sandbox');
  await row('somebody-else').waitFor();
  await visit.press('/');
  await visit.type('umbrella');
  const hit = visit.page.locator('[data-hit]');
  await visit.click(hit);
  const marked = thread().locator('li[aria-current]');
  const isInSight = async () => {
    await marked.getByText('The violet umbrella with a hook').waitFor();
    const [box, at] = [await thread().boundingBox(), await marked.boundingBox()];
    return at!.y >= box!.y && at!.y + at!.height <= box!.y + box!.height;
  };
  await until(isInSight);
  await visit.screenshot('inbox-found-message');
  // Whoever has read on is brought back by the same press; a new message does not move them.
  await visit.scroll(thread(), 9000);
  await until(async () => (await thread().evaluate((element: any) => element.scrollTop)) > -1);
  expect(await isInSight()).toBe(false);
  await visit.click(hit);
  await until(isInSight);
  await customer.says('Are you there?');
  await by('button', '1 new').waitFor();
  expect(await isInSight()).toBe(true);
  await visit.page.reload();
  await until(isInSight);
  // Another conversation begins where it begins.
  await visit.click(by('button', 'Clear the search'));
  await visit.click(row('somebody-else'));
  await visit.page.waitForURL((url) => !url.searchParams.has('message'));
  expect(await marked.count()).toBe(0);
});

it('ten thousand conversations scroll with a bounded number of elements, and any of them opens', async () => {
  const { upkeep } = server.server.parts;
  await upkeep.query(
    `WITH made AS (
       SELECT gen_random_uuid() AS profile, gen_random_uuid() AS identity, n FROM generate_series(1, 10000) AS n
     ), a AS (
       INSERT INTO dialog.profiles (project_id, id) SELECT $1, profile FROM made
     ), b AS (
       INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id, name)
       SELECT $1, identity, $2, 'of-many-' || n, profile, 'Customer ' || n FROM made
     )
     INSERT INTO dialog.conversations (project_id, profile_id, place, identity_id, channel_id, state, heard_at)
     SELECT $1, profile, -n, identity, $2, 'ended', now() - n * interval '1 minute' FROM made`,
    [readId('project', scene.project.id), readId('channel', scene.channelId)],
  );
  await open('inbox?env=sandbox');
  await row('Customer 1 ').first().waitFor();
  await visit.screenshot('inbox-many');
  const list = visit.page.getByRole('listbox', { name: 'Conversations' });
  const counted = () => visit.page.evaluate(() => document.querySelectorAll('*').length);
  const before = await counted();
  // As far as a person would turn the wheel; each turn brings the next page.
  const where = (): Promise<{ top: number; rest: number }> =>
    list.evaluate(({ scrollTop, scrollHeight, clientHeight }: any) => ({
      top: scrollTop,
      rest: scrollHeight - scrollTop - clientHeight,
    }));
  for (let turn = 0; turn < 8; turn++) {
    const { top } = await where();
    await visit.scroll(list, 6400);
    await until(async () => {
      const now = await where();
      return now.top > top && now.rest > 0;
    });
  }
  expect(await visit.page.getByRole('option').count()).toBeLessThan(40);
  expect(await counted()).toBeLessThan(before * 1.5);
  const deep = visit.page.getByRole('option').nth(12);
  const name = (await deep.textContent())!.match(/Customer \d+/)![0];
  expect(Number(name.slice(9))).toBeGreaterThan(300);
  await visit.click(deep);
  await by('heading', name).first().waitFor();
  await visit.press('j');
  const next = `Customer ${Number(name.slice(9)) + 1}`;
  await by('heading', next).first().waitFor();
  for (let n = 0; n < 10; n++) await visit.press('j');
  await visit.figures('inbox of 10,000 conversations');
  // A warm start: what was loaded before is in the browser's store.
  await visit.page.reload();
  await by('heading', `Customer ${Number(name.slice(9)) + 11}`)
    .first()
    .waitFor();
  const readyMs = Math.round(await visit.page.evaluate('performance.now()'));
  await visit.figures(
    `inbox of 10,000 conversations, a warm start that shows the conversation after ${readyMs} ms`,
  );
});

it('on a phone and in Russian one screen leads to the next and back, everything fits, and axe finds nothing', async () => {
  const customer = await visitor('Is the shop open on Sunday?');
  await open('inbox', { width: 390, height: 844, touch: true, language: 'ru' });
  const name = `Посетитель ${customer.visitorId.slice(-4).toUpperCase()}`;
  await row(name).waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'inbox-phone-list');
  await visit.click(row(name));
  await said('Is the shop open on Sunday?').waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'inbox-phone-thread');
  // Beside a long sentence the words of the button keep their distance from its sides.
  const sides = await by('button', 'Взять на себя').evaluate((button: any) => {
    const words = button.firstElementChild.getBoundingClientRect();
    const { left, right } = button.getBoundingClientRect();
    return [words.left - left, right - words.right];
  });
  for (const side of sides) expect(side).toBeGreaterThanOrEqual(12);
  const hint = await by('link', 'Клиенты не видят вашего имени: указать').boundingBox();
  expect(hint!.height).toBeGreaterThanOrEqual(44);
  // The keyboard leaves half of the screen: what is answered is in sight above the field.
  await visit.page.setViewportSize({ width: 390, height: 430 });
  await visit.click(visit.page.getByRole('textbox'));
  const [words, field] = await Promise.all([
    said('Is the shop open on Sunday?').boundingBox(),
    visit.page.getByRole('textbox').boundingBox(),
  ]);
  expect(words!.y).toBeGreaterThanOrEqual(0);
  expect(words!.y + words!.height).toBeLessThanOrEqual(field!.y);
  await visit.screenshot('inbox-phone-keyboard');
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await visit.click(visit.page.getByRole('textbox'));
  await visit.type('Yes, from ten');
  await visit.click(by('button', 'Отправить'));
  await until(async () => (await customer.messages()).some(({ text }) => text === 'Yes, from ten'));
  await visit.page.goBack();
  await row(name).waitFor();
});
