import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';
import { by, open, said, thread, useInbox, visitor } from './inbox-scene.ts';

useInbox();
it('files go along by the button and by a drop, and the customer gets them', async () => {
  const customer = await visitor('Send me the invoice');
  await open(`inbox/${customer.profileId}`);
  await said('Send me the invoice').waitFor();
  const path = join(tmpdir(), `invoice-${process.pid}.txt`);
  writeFileSync(path, 'Invoice 1042');
  const opened = visit.page.waitForEvent('filechooser');
  await visit.click(by('button', 'Attach files'));
  await (await opened).setFiles(path);
  const files = visit.page.getByRole('list', { name: 'Files' });
  await files.getByRole('button', { name: /^Remove invoice/ }).waitFor();
  const session = await visit.page.context().newCDPSession(visit.page);
  const box = (await thread().boundingBox())!;
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 40, y: box.y + 40, data });
  await until(async () => (await files.getByRole('button', { name: /^Remove invoice/ }).count()) === 2);
  await visit.screenshot('inbox-files');
  await visit.press('r');
  await visit.type('Here it is');
  await visit.press('Control+Enter');
  const got = await until(async () => (await customer.messages()).find(({ text }) => text === 'Here it is'));
  expect(got.content?.attachments ?? got.attachments).toHaveLength(2);
  await thread()
    .getByRole('link', { name: /invoice/ })
    .first()
    .waitFor();
});
