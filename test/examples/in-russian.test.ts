import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleNames } from '../../src/console/first-run/example-names.ts';
import { inLanguage } from '../../src/console/first-run/in-language.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { Example } from './scene.ts';

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});
afterAll(() => server?.close());

const all = [{ from: '00:00', to: '24:00' }];
const always = {
  week: { monday: all, tuesday: all, wednesday: all, thursday: all, friday: all, saturday: all, sunday: all },
};

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const translated = exampleNames.filter((name) => existsSync(`examples/${name}/ru.json`));
const filesOf = (name: string) =>
  readdirSync(`examples/${name}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json') && path !== 'ru.json')
    .map((path) => read(join('examples', name, path)));

/** What people read or write, outside of templates. */
const fields = /^(?:text|texts|message|ask|buttons|chosen|done|more|back|note|topic|question|answer)$/;
function spokenIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return fields.test(field) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => spokenIn(each, field));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, each]) => spokenIn(each, name));
}
const outsideOfTemplates = (text: string) => text.replaceAll(/\{[{%].*?[%}]\}/gs, '');

it('each bot that the console offers has its words in Russian, but for the one that speaks several languages', () => {
  expect(exampleNames.filter((name) => !translated.includes(name))).toEqual(['languages']);
});

describe.each(translated)('%s in Russian', (name) => {
  it('leaves no word in English, and translates nothing that is not there', () => {
    const words: Record<string, string> = read(`examples/${name}/ru.json`);
    const files = filesOf(name);
    const left = spokenIn(files.map((body) => inLanguage(body, words)))
      .map(outsideOfTemplates)
      .filter((text) => /\p{Script=Latin}{2}/u.test(text) && !/\p{Script=Cyrillic}/u.test(text));
    expect(left).toEqual([]);
    const gone = Object.keys(words).filter(
      (text) => JSON.stringify(inLanguage(files, { [text]: '-' })) === JSON.stringify(files),
    );
    expect(gone).toEqual([]);
  });

  it('is published, and nothing is found in it', async () => {
    const { printed } = await Example.publish(server, name, { language: 'ru' });
    expect(printed.split('\n').filter((line) => /^ {2}(?:warning|blocking) /.test(line))).toEqual([]);
    expect(printed).toMatch(/^ {2}version 1$/m);
  });
});

it('answers are found by Russian words whatever their endings are', async () => {
  const example = await Example.publish(server, 'faq', { language: 'ru' });
  await example.owner('PUT', '/calendar', always);
  const anna = await example.visit();
  await anna.say('Здравствуйте!');
  const first = 'О чём ваш вопрос? Выберите тему или спросите своими словами.';
  expect(await anna.hears(first)).toEqual(['Доставка', 'Оплата', 'Возврат']);
  await anna.say('А что с доставкой за границу?');
  expect(await anna.hears('Какой вопрос?')).toContain('Вы доставляете за границу?');
  await anna.press('Вы доставляете за границу?');
  await anna.hears('В Беларусь, Казахстан и Армению.', 'Это помогло?');
  await anna.say('Подарочная упаковка есть?');
  await anna.hears('На это у меня ответа нет. Позвать человека?');
  // A greeting begins anew, wherever the customer stands.
  await anna.say('привет');
  await anna.hears(first);
  await anna.say('Мне нужен оператор');
  await anna.hears('То, что вы напишете теперь, прочитает сотрудник.');
});

it('days are offered and appointments made and canceled in Russian', async () => {
  const example = await Example.publish(server, 'booking', { language: 'ru' });
  const anna = await example.visit();
  await anna.say('записаться');
  const days = await anna.hears('В какой день вам удобно прийти?');
  expect(days[2]).toMatch(/^(?:пн|вт|ср|чт|пт), \d\d\.\d\d$/);
  expect(days.at(-1)).toBe('Позже');
  await anna.press(days[2]!);
  await anna.hears(`Во сколько (${days[2]})?`);
  await anna.press('10:30');
  await anna.hears('Как вас зовут?');
  await anna.say('Анна');
  await anna.hears(`Ждём вас: ${days[2]}, 10:30, Анна. Напишите «отменить», если не сможете прийти.`);
  await anna.say('Отменить запись');
  await anna.hears('Какую запись отменить?');
});
