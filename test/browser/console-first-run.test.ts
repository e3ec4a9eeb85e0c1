import { expect, it } from 'vitest';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import { type Opening, openPage, useConsole, visit } from '../harness/console-scene.ts';
import { startTestServer } from '../harness/server.ts';

// Whoever has nothing has deleted nothing, either.
useConsole({ start: startTestServer });

const open = (opening: Opening) => openPage('projects', opening);

const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
/** The web chat that the guide shows. */
const chat = () => visit.page.frameLocator('iframe');

async function sayInChat(text: string): Promise<void> {
  await visit.click(chat().getByLabel('Your message'));
  await visit.type(text);
  await visit.press('Enter');
}

it('somebody who has nothing comes from the login to an answered chat, only through the page', async () => {
  await open({ height: 1600 });
  await heading('Projects').waitFor();
  await button('Open a sample project').waitFor();
  await visit.screenshot('first-run-no-project');
  await visit.click(button('New project'));
  await visit.page.getByRole('dialog').waitFor();
  await visit.type('Flowers');
  await visit.press('Enter');
  await heading('From here to your first conversation').waitFor();
  await expectAccessible(visit, 'first-run-begin');

  await visit.click(button('Make a web chat'));
  await chat().getByLabel('Your message').waitFor();
  await visit.screenshot('first-run-chat');
  await visit.page.locator('iframe').evaluate((frame: any) => frame.setAttribute('data-first', ''));
  await sayInChat('Is anybody there?');
  // It is seen to arrive, by the stream and without a reload.
  await visit.page.locator('#guide q', { hasText: 'Is anybody there?' }).waitFor();
  await visit.page.getByText('1 of 3 steps').waitFor();
  // Who waits stands above the guide, which moves down for it, and up when nobody waits any more.
  await visit.page.getByText('1 customer waits for an answer', { exact: true }).waitFor();
  // It is the same chat: one that was loaded anew would lose what somebody is writing.
  expect(await visit.page.locator('iframe[data-first]').count()).toBe(1);
  await visit.screenshot('first-run-arrived');

  await visit.click(visit.page.getByText('Questions and answers'));
  await visit.click(button('Publish'));
  await visit.page.getByText('Version 1 answers now.').waitFor();
  // Whoever wrote before it was published is no newcomer: their next question is one that has no answer yet.
  await sayInChat('Is anybody there?');
  await chat().getByText('I have no answer to that. Shall a person look at it?').waitFor();
  await visit.page.getByText('Nobody waits for an answer, and nothing has failed.').waitFor();
  await sayInChat('hello');
  await chat().getByText('What is it about? Choose a topic, or ask in your own words.').waitFor();
  await visit.screenshot('first-run-published');

  await visit.click(chat().getByRole('button', { name: 'Talk to a person' }));
  await visit.page
    .getByText(/waits for your answer/)
    .first()
    .waitFor();
  await expectAccessible(visit, 'first-run-waiting');

  // Whoever answers in the inbox and comes back sees the end: the line for the website, and what to do next.
  await visit.click(visit.page.locator('#guide').getByRole('link', { name: 'Answer in the inbox' }));
  // The cursor stands in the field.
  await expect.poll(() => visit.focused()).toBe('textarea "Reply"');
  await visit.type('Here I am');
  await visit.press('Control+Enter');
  await visit.page.getByRole('log').getByText('Here I am', { exact: true }).waitFor();
  await visit.click(visit.page.getByRole('navigation').getByRole('link', { name: 'Overview' }).first());
  await visit.page.getByText('That is all it takes').waitFor();
  const line = visit.page.getByRole('textbox', { name: 'The line for your website' });
  expect(await line.inputValue()).toMatch(/^<script async src="http.+\/chat\/ch_.+\.js"><\/script>$/);
  await visit.page.getByRole('link', { name: 'Invite colleagues who answer with you' }).waitFor();
  await expectAccessible(visit, 'first-run-end');
  await visit.click(visit.page.locator('#guide').getByRole('button', { name: 'Close' }));
  await visit.page.reload();
  await heading('The last 30 days').waitFor();
  expect(await visit.page.locator('#guide').count()).toBe(0);
});

it('on a phone and in Russian the sample project is one press away, and its chat can be tried', async () => {
  await open({ width: 390, height: 2400, touch: true, theme: 'dark', language: 'ru' });
  await visit.click(button('Открыть проект-пример'));
  await heading('Отсюда до первого разговора').waitFor();
  await visit.page.getByText('Теперь отвечает версия 1.').waitFor();
  // It shows life: visitors have written, and two of them wait for a person.
  await visit.page.getByText('2 клиента ждут ответа', { exact: true }).waitFor();
  await visit.page.getByText('Можно завернуть как подарок?').first().waitFor();
  await visit.click(button('Показать здесь'));
  // The bot speaks the language of the console.
  await sayInChat('привет');
  await chat().getByText('О чём ваш вопрос? Выберите тему или спросите своими словами.').waitFor();
  await visit.page.getByText('2 из 3 шагов').waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'first-run-sample');
  await visit.click(button('Скрыть'));
  await visit.page.reload();
  await button('Показать первые шаги').waitFor();
});
