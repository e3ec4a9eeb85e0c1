import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { Visit } from './browser.ts';
import { until } from './until.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The page but for what React Aria has said to screen readers: those words stay for some seconds, also when the element that they
 * name is gone.
 */
const whole = "{ exclude: ['[data-live-announcer]'] }";
/**
 * What a run of axe leaves out: selectors and details of all that is right, which took most of its time; frames, in which axe is not; and
 * style sheets in a form that only rules would read that are off.
 */
const lean = {
  resultTypes: ['violations'],
  selectors: false,
  iframes: false,
  preload: { assets: ['media'] },
};
/** By theme. What one of them shows differs from what the other shows only by its colours. */
const options = {
  dark: { ...lean, runOnly: ['color-contrast', 'link-in-text-block'] },
  light: lean,
};

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/**
 * Lets axe-core judge the page as it stands, light and dark, and saves a screenshot of each.
 * @param name of the screenshots
 */
export async function expectAccessible(visit: Visit, name: string): Promise<void> {
  const { page } = visit;
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    // Not by waitForFunction, which the policy of the page may forbid.
    await until(async () => (await page.evaluate('document.documentElement.dataset.theme')) === theme);
    await visit.screenshot(`${name}-${theme}`);
    expect(await violationsOf(visit, whole, options[theme]), `${name}, ${theme}`).toEqual([]);
  }
}

/** Lets axe-core judge a page of another website by the rules of WCAG, with the chat in it, as it stands. */
export async function expectAccessibleChat(visit: Visit, name: string): Promise<void> {
  const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  expect(await violationsOf(visit, 'document', { ...lean, runOnly: levels }), name).toEqual([]);
}

/** @param context the part of the page that axe-core judges, in the page's language */
async function violationsOf({ page }: Visit, context: string, options: object): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(`${axe}; undefined`);
  const run = `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = (await page.evaluate(run)) as Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

/** Nothing is wider than the window. */
export async function expectNothingSideways(visit: Visit): Promise<void> {
  const measure = () =>
    visit.page.evaluate(
      "document.documentElement.scrollWidth - innerWidth + Math.max(0, ...[...document.querySelectorAll('#content')].map((each) => each.scrollWidth - each.clientWidth))",
    );
  // After a change of the window's size the page takes a moment.
  for (let tries = 0; tries < 20 && (await measure()) !== 0; tries++) await visit.page.waitForTimeout(100);
  expect(await measure()).toBe(0);
}
