import { truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';
import { by, open, reply, said, thread, useInbox, type Visitor, visitor } from './inbox-scene.ts';

// Of code that is evaluated in the page.
declare const navigator: any;
declare const OffscreenCanvas: any;
declare const ClipboardItem: any;

useInbox();
/** A file of this test, with so many bytes behind its words. */
function fileOf(name: string, words: string, bytes = 0): string {
  const path = join(tmpdir(), `${name}-${process.pid}.txt`);
  writeFileSync(path, words);
  if (bytes > 0) truncateSync(path, bytes);
  return path;
}

/** Attaches it by the button. */
async function attach(path: string): Promise<void> {
  const opened = visit.page.waitForEvent('filechooser');
  await visit.click(by('button', 'Attach files'));
  await (await opened).setFiles(path);
}

const files = () => visit.page.getByRole('list', { name: 'Files' });
const attached = (name: RegExp) => files().getByRole('button', { name });

/** The files that the visitor was sent with these words. */
const sentWith = async (words: string, customer: Visitor): Promise<any[]> =>
  (await until(async () => (await customer.messages()).find(({ text }) => text === words))).attachments;

it('files go along by the button and by a drop, and the customer gets them', async () => {
  const customer = await visitor('Send me the invoice');
  await open(`inbox/${customer.profileId}`);
  await said('Send me the invoice').waitFor();
  const path = fileOf('invoice', 'Invoice 1042');
  await attach(path);
  await attached(/^Remove invoice/).waitFor();
  const session = await visit.page.context().newCDPSession(visit.page);
  const box = (await thread().boundingBox())!;
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 40, y: box.y + 40, data });
  await until(async () => (await attached(/^Remove invoice/).count()) === 2);
  await visit.screenshot('inbox-files');
  await visit.press('r');
  await visit.type('Here it is');
  await visit.press('Control+Enter');
  expect(await sentWith('Here it is', customer)).toHaveLength(2);
  await thread()
    .getByRole('link', { name: /invoice/ })
    .first()
    .waitFor();
});

it('a picture in the clipboard is pasted, and the customer gets it', async () => {
  const customer = await visitor('How does it look?');
  await open(`inbox/${customer.profileId}`);
  await said('How does it look?').waitFor();
  await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit.page.evaluate(async () => {
    const picture = new OffscreenCanvas(40, 30);
    picture.getContext('2d').fillRect(0, 0, 20, 30);
    const blob = await picture.convertToBlob({ type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  });
  await visit.press('r');
  await visit.type('Like this');
  await visit.press('Control+v');
  await attached(/^Remove .*\.png/).waitFor();
  await visit.press('Control+Enter');
  expect(await sentWith('Like this', customer)).toMatchObject([{ type: 'image' }]);
});

it('a slow upload shows how far it is, and what is sent meanwhile goes with the file', async () => {
  const customer = await visitor('Is it a large file?');
  await open(`inbox/${customer.profileId}`);
  await said('Is it a large file?').waitFor();
  const devtools = await visit.page.context().newCDPSession(visit.page);
  const slow = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    });
  await slow(100_000);
  await attach(fileOf('film', 'a film', 4_000_000));
  const progress = visit.page.getByRole('progressbar', { name: /^Uploading film/ });
  const part = () => progress.evaluate((bar: any) => bar.value as number);
  const early = await until(async () => (await part()) || undefined);
  await until(async () => (await part()) > early);
  await visit.screenshot('inbox-upload');
  await visit.press('r');
  await visit.type('Quite large');
  await visit.press('Control+Enter');
  expect(await reply().inputValue()).toBe('Quite large');
  await slow(-1);
  expect(await sentWith('Quite large', customer)).toHaveLength(1);
  await progress.waitFor({ state: 'detached' });
  expect(await reply().inputValue()).toBe('');
});

it('a file that the server refuses is said with the reason; the text stays, and is sent once the file is removed', async () => {
  const customer = await visitor('Send me everything');
  await open(`inbox/${customer.profileId}`);
  await said('Send me everything').waitFor();
  visit.expectFault(/status of 413/);
  await visit.press('r');
  await visit.type('As much as fits');
  await attach(fileOf('everything', 'all', 50 * 2 ** 20 + 1));
  await files()
    .getByRole('alert')
    .getByText('Not uploaded: The file is too large: the limit is 50 MiB.')
    .waitFor();
  await visit.screenshot('inbox-refused-file');
  expect(await reply().inputValue()).toBe('As much as fits');
  await visit.click(attached(/^Remove everything/));
  await files().waitFor({ state: 'detached' });
  await visit.press('r');
  await visit.press('Control+Enter');
  expect((await sentWith('As much as fits', customer)) ?? []).toEqual([]);
});
