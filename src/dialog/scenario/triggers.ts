import { Cron } from 'croner';
import { z } from 'zod';
import { literal, text } from '../http/fields.ts';
import { condition } from './conditions.ts';
import { note, pattern, slug, stepId } from './fields.ts';

/** What starts a flow. */

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

/** Five fields, as crontab(5) has them; what never comes is a fault too. */
function faultOfCron(source: string): string | null {
  try {
    const next = new Cron(source, { mode: '5-part', timezone: 'UTC', paused: true }).nextRun(new Date(0));
    return next ? null : 'no day fits this schedule; it would never come';
  } catch (error) {
    const reason = (error as Error).message.replace(/^CronPattern: /, '');
    return `${reason}; write five fields: minute, hour, day of the month, month, day of the week`;
  }
}
