import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderMail } from '../../src/dialog/mail/render.ts';
import type { MailTemplate, MailValues } from '../../src/dialog/mail/templates.ts';
import { mailLanguages } from '../../src/setting-values.ts';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';

// A global for code that is evaluated in the page.
declare const document: any;

let chromium: Chromium;
let visit: Visit;

beforeAll(async () => {
  chromium = await startChromium();
});
afterEach(() => visit?.close());
afterAll(() => chromium?.close());

const at = '2026-11-24T10:51:43.271Z';
const link = `https://parley.example.com/console/password#rst_${'8rJ2vTq0sZf5mB1wYc9k'.repeat(2)}`;
const values: { [T in MailTemplate]: MailValues[T] } = {
  invitation: {
    ...{
      project: `Shop ${'of a very long name '.repeat(4)}`,
      role: 'operator',
      inviter: 'owner@example.com',
    },
    ...{ link, expiresAt: at },
  },
  password_reset: { link, expiresAt: at, address: '203.0.113.7' },
  password_changed: { at, address: '2001:db8:85a3:8d3:1319:8a2e:370:7348', link },
  customer_waits: { project: 'Shop', isMine: false, at, link: 'https://parley.example.com/' },
  new_device: { program: 'Firefox', system: 'Linux', at, address: '203.0.113.7', link },
};

describe.each([...mailLanguages])('a mail in the language %s', (language) => {
  it.each(Object.keys(values) as MailTemplate[])(
    'fits a phone and a wide screen, and says the same without HTML: %s',
    async (template) => {
      const mail = renderMail(template, values[template], {
        language,
        address: 'https://parley.example.com',
      });
      const folder = join(tmpdir(), 'parley-mails');
      mkdirSync(folder, { recursive: true });
      const file = join(folder, `${language}-${template}.html`);
      writeFileSync(file, mail.html);
      for (const width of [320, 800]) {
        visit = await chromium.visit(pathToFileURL(file).href, { width, height: 700 });
        await visit.screenshot(`mail-${language}-${template}-${width}`);
        const { wide, words, lang } = await visit.page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          words: document.body.innerText,
          lang: document.documentElement.lang,
        }));
        expect([wide <= width, lang]).toEqual([true, language]);
        for (const line of mail.text.split('\n').filter((each) => each !== '-- ' && !each.includes(': '))) {
          expect(words.replaceAll(/\s+/g, ' ')).toContain(
            line.replace(/:$/, '').replaceAll(/\s+/g, ' ').trim(),
          );
        }
        await visit.close();
      }
    },
  );
});
