import { Cron } from 'croner';
import { z } from 'zod';
import { literal, text } from '../http/fields.ts';
import { condition } from './conditions.ts';
import { note, pattern, slug, stepId } from './fields.ts';

/** The triggers, which start flows. */

const common = { start: stepId.optional(), note };
const inDialog = { ...common, interrupts: z.boolean().optional() };
const environment = literal(['sandbox', 'live']).optional();

const command = z.strictObject({
  type: z.literal('command'),
  command: text({ max: 65, pattern: '^/[A-Za-z0-9_]{1,64}$' }),
  ...inDialog,
});

const said = z
  .strictObject({
    type: z.literal('text'),
    text: text({ min: 1, max: 3000 }),
    match: literal(['equals', 'contains', 'pattern']).optional(),
    ...inDialog,
  })
  .superRefine(({ match, text: source }, ctx) => {
    const faults = match === 'pattern' ? (pattern.safeParse(source).error?.issues ?? []) : [];
    for (const issue of faults)
      ctx.issues.push({ ...issue, path: ['text'], input: source } as z.core.$ZodRawIssue);
  });

const any = z.strictObject({ type: z.literal('any'), ...inDialog });

const eventInDialog = z.strictObject({ type: z.literal('event'), where: condition.optional(), ...inDialog });

const automationEvent = z.strictObject({
  type: z.literal('event'),
  source: text({ max: 67, pattern: '^(custom\\.[A-Za-z0-9_.*-]{1,60}|\\*)$' }),
  environment,
  where: condition.optional(),
  ...common,
});

const receiver = z.strictObject({ type: z.literal('receiver'), receiver: slug, ...common });

const timezone = text({ min: 1, max: 100 }).superRefine((name, ctx) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    const message = `"${name}" is no time zone of the IANA database, such as "Europe/Berlin"`;
    ctx.addIssue({ code: 'custom', message, params: { code: 'bad_timezone' }, input: name });
  }
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
  ...common,
});

/** Triggers of a scenario. */
export const scenarioTrigger = z.discriminatedUnion('type', [command, said, any, eventInDialog]);
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
