import { z } from 'zod';
import { dict, list, literal, text } from '../http/fields.ts';
import type { Json } from '../template/json.ts';
import { awaitedCall, awaitedEvent } from './arriving.ts';
import { condition } from './conditions.ts';
import {
  column,
  countTemplate,
  filledTemplate,
  flowName,
  jsonTemplate,
  linesOf,
  longestWait,
  note,
  objectTemplate,
  rightName,
  secondsTemplate,
  slug,
  stateKey,
  stepId,
  template,
  varName,
} from './fields.ts';
import { choice, handover, message, payment, question } from './speaking-steps.ts';
import { common, keysLike, missing, timeout, wrong } from './step-fields.ts';

/** Every type of step; docs/scenarios.md describes them. */

const conditional = z.strictObject({
  ...common,
  type: z.literal('condition'),
  branches: list(z.strictObject({ if: condition, next: stepId }), { max: 50 }).refine(
    (branches) => branches.length > 0,
    'a condition has 1 to 50 branches',
  ),
  else: stepId.optional(),
});

/** Values by name, each a template. */
const templates = (name: z.ZodType<string>) => dict(jsonTemplate).superRefine(keysLike(name));

const set = z
  .strictObject({
    ...common,
    type: z.literal('set'),
    values: templates(stateKey).optional(),
    vars: templates(varName).optional(),
    status: template.optional(),
    access: templates(rightName).optional(),
  })
  .superRefine(({ values, vars, status, access }, ctx) => {
    if (values === undefined && vars === undefined && status === undefined && access === undefined)
      missing(ctx, 'values', 'give "values", "vars", "status" or "access"');
  });

const tags = list(filledTemplate, { max: 100 }).optional();
const tag = z.strictObject({ ...common, type: z.literal('tag'), add: tags, remove: tags });

/** The longest time between two attempts of a step, in seconds. */
export const longestBackoff = 3600;

const operation = z.strictObject({
  ...common,
  type: z.literal('operation'),
  operation: slug,
  input: objectTemplate.optional(),
  on_failed: stepId.optional(),
  on_unknown: stepId.optional(),
  retry: z
    .strictObject({
      attempts: z.int().min(2).max(5),
      backoff_seconds: z.int().min(1).max(longestBackoff).optional(),
    })
    .optional(),
  ...timeout,
});

const filter = z
  .strictObject({
    column,
    op: literal(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'in', 'is_empty', 'not_empty']),
    value: jsonTemplate.optional(),
  })
  .superRefine(({ op, value }, ctx) => {
    const needsValue = op !== 'is_empty' && op !== 'not_empty';
    if (needsValue && value === undefined) missing(ctx, 'value', `"${op}" needs a value to compare with`);
    if (!needsValue && value !== undefined)
      wrong(ctx, 'value', `"${op}" compares with nothing; leave "value" out`);
  });
const sorting = z.strictObject({ column, direction: literal(['asc', 'desc']).optional() });
const tableRead = z.strictObject({
  ...common,
  type: z.literal('table_read'),
  table: slug,
  where: list(filter, { max: 20 }).optional(),
  sort: list(sorting, { max: 5 }).optional(),
  limit: z.int().min(1).max(100).optional(),
  /** How many rows are passed over. */
  offset: countTemplate.optional(),
});

const tableWrite = z
  .strictObject({
    ...common,
    type: z.literal('table_write'),
    table: slug,
    action: literal(['append', 'upsert', 'increment', 'delete']),
    row: objectTemplate.optional(),
    rows: jsonTemplate.optional(),
    key: list(column, { max: 10 }).optional(),
    if_revision: z.union([z.int().min(0), filledTemplate]).optional(),
    on_conflict: stepId.optional(),
  })
  .superRefine(({ action, row, rows, key, if_revision, on_conflict }, ctx) => {
    if (on_conflict !== undefined && if_revision === undefined)
      missing(ctx, 'if_revision', '"on_conflict" is for writes with "if_revision"');
    if (row === undefined && rows === undefined)
      missing(ctx, 'row', 'give "row", or "rows" with a list of rows');
    if (row !== undefined && rows !== undefined) wrong(ctx, 'rows', 'give "row" or "rows", not both');
    if (action !== 'append' && !key?.length)
      missing(ctx, 'key', `"${action}" finds rows by the columns in "key"`);
    if (action === 'append' && key !== undefined) wrong(ctx, 'key', '"append" adds rows and needs no "key"');
  });

const workflow = z
  .strictObject({
    ...common,
    type: z.literal('workflow'),
    workflow: slug,
    input: objectTemplate.optional(),
    wait: z.boolean().optional(),
    on_failed: stepId.optional(),
    on_unknown: stepId.optional(),
    ...timeout,
  })
  .superRefine((step, ctx) => {
    if (step.wait) return;
    for (const field of ['on_failed', 'on_unknown', 'timeout_seconds', 'on_timeout'] as const) {
      if (step[field] !== undefined) wrong(ctx, field, `"${field}" is for a step with "wait": true`);
    }
  });

/** Most characters of an expression, with its ends of lines. */
const longestExpression = 4000;

const transform = z.strictObject({
  ...common,
  type: z.literal('transform'),
  input: jsonTemplate,
  expression: linesOf(text({ min: 1, max: longestExpression })),
  on_failed: stepId.optional(),
});

const delay = z
  .strictObject({
    ...common,
    type: z.literal('delay'),
    seconds: secondsTemplate.optional(),
    until: filledTemplate.optional(),
  })
  .superRefine(({ seconds, until }, ctx) => {
    if (seconds === undefined && until === undefined) {
      missing(ctx, 'seconds', `give "seconds" (1 to ${longestWait}), or "until" with an RFC 3339 moment`);
    }
    if (seconds !== undefined && until !== undefined)
      wrong(ctx, 'until', 'give "seconds" or "until", not both');
  });

const waitFor = z
  .strictObject({
    ...common,
    type: z.literal('wait_for'),
    event: awaitedEvent.optional(),
    receiver: awaitedCall.optional(),
    approval: z
      .strictObject({ text: filledTemplate, options: list(filledTemplate, { min: 1, max: 12 }).optional() })
      .optional(),
    on_rejected: stepId.optional(),
    ...timeout,
  })
  .superRefine(({ event, receiver, approval, on_rejected }, ctx) => {
    const given = [event, receiver, approval].filter((wanted) => wanted !== undefined).length;
    if (given === 0) missing(ctx, 'event', 'give "event", "receiver" or "approval": what the step waits for');
    if (given > 1) wrong(ctx, [], 'a step waits for one thing: an "event", a "receiver" or an "approval"');
    if (on_rejected !== undefined && approval === undefined && given > 0)
      wrong(ctx, 'on_rejected', 'only an "approval" can be rejected; leave "on_rejected" out');
  });

const { next: _, continue_on_error: __, ...withoutNext } = common;
const goto = z.strictObject({ ...withoutNext, type: z.literal('goto'), to: stepId });
const end = z.strictObject({
  ...withoutNext,
  type: z.literal('end'),
  output: jsonTemplate.optional(),
  status: literal(['succeeded', 'failed']).optional(),
});

const callOfFlow = z.strictObject({
  ...common,
  type: z.literal('call'),
  flow: flowName,
  input: objectTemplate.optional(),
  on_failed: stepId.optional(),
});

/** Runs several lists of steps side by side. */
export interface ParallelStep {
  id: string;
  type: 'parallel';
  next?: string | undefined;
  note?: string | undefined;
  continue_on_error?: boolean | undefined;
  /** Whether it goes on after all of them or after the first. */
  join?: 'all' | 'first' | undefined;
  branches: { steps: Step[]; note?: string | undefined }[];
  on_failed?: string | undefined;
}
const parallel = z.strictObject({
  ...common,
  type: z.literal('parallel'),
  join: literal(['all', 'first']).optional(),
  branches: list(z.strictObject({ steps: z.lazy((): z.ZodType<Step[]> => steps), note }), {
    min: 2,
    max: 10,
  }),
  on_failed: stepId.optional(),
});

/** Runs its own list of steps once for each item. */
export interface ForEachStep {
  id: string;
  type: 'for_each';
  next?: string | undefined;
  note?: string | undefined;
  continue_on_error?: boolean | undefined;
  items: Json;
  limit?: number | undefined;
  /** How many rounds there may be at once; one after the other if absent. */
  concurrency?: number | undefined;
  steps: Step[];
}
const forEach = z.strictObject({
  ...common,
  type: z.literal('for_each'),
  items: jsonTemplate,
  limit: z.int().min(1).max(1000).optional(),
  concurrency: z.int().min(1).max(10).optional(),
  steps: z.lazy((): z.ZodType<Step[]> => steps),
});

const simple = [
  message,
  question,
  choice,
  conditional,
  set,
  tag,
  operation,
  payment,
  tableRead,
  tableWrite,
  workflow,
  transform,
  delay,
  waitFor,
  handover,
  callOfFlow,
  goto,
  end,
] as const;

/** One step of a definition. */
export type Step = z.output<(typeof simple)[number]> | ParallelStep | ForEachStep;
/** A step of one type. */
export type StepOf<Type extends Step['type']> = Extract<Step, { type: Type }>;

/** The steps of a flow, or those inside a step. */
export const steps: z.ZodType<Step[]> = list(z.discriminatedUnion('type', [...simple, parallel, forEach]), {
  max: 500,
}).refine((all) => all.length > 0, 'a list of steps has at least one');
