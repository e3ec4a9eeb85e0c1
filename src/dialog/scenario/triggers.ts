import { Cron } from 'croner';
import { z } from 'zod';
import { channelTypes } from '../content/content.ts';
import { list, literal, text } from '../http/fields.ts';
import { condition } from './conditions.ts';
import { customer } from './customer-field.ts';
import { customSource, note, pattern, ruleOfSource, slug, stepId, timezone } from './fields.ts';
import { happeningNames, isHappening } from './happenings.ts';

/** The triggers, which start flows. */

const common = { start: stepId.optional(), where: condition.optional(), note };
/** Types of channels, and ids of channels. */
const channels = list(text({ max: 40, pattern: `^(${channelTypes.join('|')}|ch_[0-9a-z]{26})$` }), {
  min: 1,
  max: 20,
});
const inDialog = { ...common, interrupts: z.boolean().optional(), channels: channels.optional() };
const environment = literal(['sandbox', 'live']).optional();

const command = z.strictObject({
  type: z.literal('command'),
  command: text({ max: 65, pattern: '^/[A-Za-z0-9_]{1,64}$' }),
  ...inDialog,
});

const words = text({ min: 1, max: 3000 });

const said = z
  .strictObject({
    type: z.literal('text'),
    text: words.optional(),
    texts: list(words, { min: 1, max: 100 }).optional(),
    match: literal(['equals', 'contains', 'pattern']).optional(),
    ...inDialog,
  })
  .superRefine(({ match, text: one, texts: several }, ctx) => {
    if ((one === undefined) === (several === undefined)) {
      const message = 'a trigger of the type text has either "text" or "texts"';
      const code = one === undefined ? { code: 'missing_field' } : undefined;
      ctx.addIssue({ code: 'custom', path: ['text'], message, params: code, input: one });
    }
    if (match !== 'pattern') return;
    for (const [source, path] of placedTexts({ text: one, texts: several })) {
      for (const issue of pattern.safeParse(source).error?.issues ?? [])
        ctx.issues.push({ ...issue, path, input: source } as z.core.$ZodRawIssue);
    }
  });

/** The texts on which a trigger fires, and their places in it. */
export function placedTexts({
  text: one,
  texts: several = [],
}: {
  text?: string | undefined;
  texts?: string[] | undefined;
}): [source: string, path: (string | number)[]][] {
  const places = several.map((source, i): [string, (string | number)[]] => [source, ['texts', i]]);
  return one === undefined ? places : [[one, ['text']], ...places];
}

/** Seconds of a year. */
const longestSilence = 366 * 86_400;

const firstContact = z.strictObject({ type: z.literal('first_contact'), ...inDialog });

const returning = z.strictObject({
  type: z.literal('returning'),
  after_seconds: z.int().min(60).max(longestSilence),
  ...inDialog,
});

const any = z.strictObject({ type: z.literal('any'), ...inDialog });

const eventInDialog = z.strictObject({ type: z.literal('event'), ...inDialog });

const automationEvent = z.strictObject({
  type: z.literal('event'),
  source: z
    .string()
    .max(67)
    .refine(
      (source) => customSource.test(source) || isHappening(source),
      `${ruleOfSource}; or what happens in the project, written out: ${happeningNames.join(', ')}`,
    ),
  environment,
  customer: customer.optional(),
  ...common,
});

const receiver = z.strictObject({
  type: z.literal('receiver'),
  receiver: slug,
  customer: customer.optional(),
  ...common,
});

const cron = text({ min: 1, max: 200 }).superRefine((source, ctx) => {
  const message = faultOfCron(source);
  if (message) ctx.addIssue({ code: 'custom', message, params: { code: 'bad_cron' }, input: source });
});

const schedule = z.strictObject({
  type: z.literal('schedule'),
  cron,
  timezone: timezone.optional(),
  missed: literal(['once', 'skip']).optional(),
  environment,
  customer: customer.optional(),
  ...common,
});

/** Triggers of a scenario. */
export const scenarioTrigger = z.discriminatedUnion('type', [
  command,
  said,
  firstContact,
  returning,
  any,
  eventInDialog,
]);
/** Triggers of a workflow. */
export const workflowTrigger = z.discriminatedUnion('type', [automationEvent, receiver, schedule]);

export type ScenarioTrigger = z.output<typeof scenarioTrigger>;
export type WorkflowTrigger = z.output<typeof workflowTrigger>;
export type Trigger = ScenarioTrigger | WorkflowTrigger;

/** The fault of a schedule; null for a valid one. It must have five fields as in crontab(5) and occur at least once. */
function faultOfCron(source: string): string | null {
  const fields = source.trim().split(/\s+/);
  const names = cronFields.map(([name]) => name);
  if (isCron(source)) return comesOnce(source) ? null : 'no day fits this schedule; it would never come';
  if (fields.length !== names.length) {
    return `a schedule has five fields (${names.join(', ')}), and this has ${fields.length}`;
  }
  for (const [i, [name, range]] of cronFields.entries()) {
    const alone = names.map((_, n) => (n === i ? fields[i] : '*')).join(' ');
    if (!isCron(alone)) return `the ${name} "${fields[i]}" cannot be read; write ${range}, or *`;
  }
  return `this schedule cannot be read; write five fields: ${names.join(', ')}`;
}

const cronFields = [
  ['minute', '0 to 59'],
  ['hour', '0 to 23'],
  ['day of the month', '1 to 31'],
  ['month', '1 to 12 or JAN to DEC'],
  ['day of the week', '0 to 7 or SUN to SAT'],
] as const;

const cronOf = (source: string) => new Cron(source, { mode: '5-part', timezone: 'UTC', paused: true });

function comesOnce(source: string): boolean {
  return cronOf(source).nextRun(new Date(0)) !== null;
}

function isCron(source: string): boolean {
  try {
    cronOf(source);
    return true;
  } catch {
    return false;
  }
}
