import { z } from 'zod';
import { dict, list, literal, text } from '../http/fields.ts';
import { word } from '../http/validation-items.ts';
import type { Json } from '../template/json.ts';
import { condition } from './conditions.ts';
import {
  column,
  filledTemplate,
  jsonTemplate,
  leadingButton,
  longestWait,
  look,
  note,
  objectTemplate,
  pattern,
  seconds,
  slug,
  stateKey,
  stepId,
} from './fields.ts';

/** Every type of step; docs/scenarios.md describes them. */

const common = { id: stepId, next: stepId.optional(), note };
const said = { text: filledTemplate, ...look };
/** A message is sent only if there is a text. */
const mayBeSaid = { text: filledTemplate.optional(), ...look };
const timeout = { timeout_seconds: seconds.optional(), on_timeout: stepId.optional() };
const asked = {
  attempts: z.int().min(1).max(20).optional(),
  on_invalid: stepId.optional(),
  ...timeout,
};

const date = text({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const reply = { message: filledTemplate.optional() };
/** RFC 9110, section 12.5.1, without parameters; media types are compared in lower case. */
const mediaRange = text({ max: 255 })
  .refine(
    (range) => /^(\*\/\*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+))$/.test(range),
    'a media type such as application/pdf, or a range such as image/*',
  )
  .transform((range) => range.toLowerCase());
const length = z.int().min(0).max(3000).optional();
const validation = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && !('type' in value) ? { type: 'text', ...value } : value,
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('text'),
      pattern: pattern.optional(),
      min: length,
      max: length,
      ...reply,
    }),
    z.strictObject({
      type: z.literal(['number', 'integer']),
      min: z.number().optional(),
      max: z.number().optional(),
      ...reply,
    }),
    z.strictObject({ type: z.literal(['email', 'phone']), ...reply }),
    z.strictObject({ type: z.literal('date'), min: date.optional(), max: date.optional(), ...reply }),
    z.strictObject({
      type: z.literal('file'),
      accept: list(mediaRange, { max: 20 })
        .refine((ranges) => ranges.length > 0, '"accept" has 1 to 20 types; leave it out to take any file')
        .optional(),
      max_mb: z.number().positive().max(2048).optional(),
      ...reply,
    }),
    z.strictObject({ type: z.literal('location'), ...reply }),
  ]),
);
/** The required form of an answer. */
export type Validation = z.output<typeof validation>;

const message = z
  .strictObject({
    ...common,
    type: z.literal('message'),
    ...mayBeSaid,
    buttons: list(leadingButton, { max: 12 }).optional(),
  })
  .superRefine(({ text, attachments, buttons = [], keyboard }, ctx) => {
    if (text === undefined && attachments === undefined)
      missing(ctx, 'text', 'a message has a "text", or "attachments"');
    for (const [i, { url, next }] of buttons.entries()) {
      if (next === undefined) continue;
      if (url !== undefined) {
        wrong(ctx, ['buttons', i, 'next'], 'a button leads to a step or opens an address, not both');
      }
      // A press of a reply button is a text like any other: nothing says on which message it was pressed.
      if (keyboard !== 'inline') {
        wrong(ctx, ['buttons', i, 'next'], 'a button with "next" needs "keyboard": "inline" at its message');
      }
    }
  });

const question = z.strictObject({
  ...common,
  type: z.literal('question'),
  ...said,
  field: stateKey,
  validate: validation.optional(),
  ...asked,
});

const option = z.strictObject({
  text: filledTemplate,
  value: filledTemplate.optional(),
  next: stepId.optional(),
});
const { buttons: _, ...lookOfChoice } = look;
const choice = z.strictObject({
  ...common,
  type: z.literal('choice'),
  text: filledTemplate,
  ...lookOfChoice,
  options: list(option, { max: 12 }).refine((options) => options.length > 0, 'a choice has 1 to 12 options'),
  field: stateKey.optional(),
  ...reply,
  ...asked,
});

const conditional = z.strictObject({
  ...common,
  type: z.literal('condition'),
  branches: list(z.strictObject({ if: condition, next: stepId }), { max: 50 }).refine(
    (branches) => branches.length > 0,
    'a condition has 1 to 50 branches',
  ),
  else: stepId.optional(),
});

const set = z.strictObject({
  ...common,
  type: z.literal('set'),
  values: dict(jsonTemplate).superRefine((values, ctx) => {
    for (const key of Object.keys(values)) {
      for (const issue of stateKey.safeParse(key).error?.issues ?? []) {
        ctx.addIssue({
          code: 'custom',
          path: [key],
          message: `as a key: ${word(issue, key)[1]}`,
          input: key,
        });
      }
    }
  }),
});

const tags = list(filledTemplate, { max: 100 }).optional();
const tag = z.strictObject({ ...common, type: z.literal('tag'), add: tags, remove: tags });

const operation = z.strictObject({
  ...common,
  type: z.literal('operation'),
  operation: slug,
  input: objectTemplate.optional(),
  on_failed: stepId.optional(),
  on_unknown: stepId.optional(),
});

const payment = z.strictObject({
  ...common,
  type: z.literal('payment'),
  operation: slug,
  input: objectTemplate.optional(),
  ...mayBeSaid,
  wait: z.boolean().optional(),
  on_paid: stepId.optional(),
  on_canceled: stepId.optional(),
  on_failed: stepId.optional(),
  on_unknown: stepId.optional(),
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

const workflow = z.strictObject({
  ...common,
  type: z.literal('workflow'),
  workflow: slug,
  input: objectTemplate.optional(),
});

const delay = z
  .strictObject({
    ...common,
    type: z.literal('delay'),
    seconds: seconds.optional(),
    until: filledTemplate.optional(),
  })
  .superRefine(({ seconds, until }, ctx) => {
    if (seconds === undefined && until === undefined) {
      missing(ctx, 'seconds', `give "seconds" (1 to ${longestWait}), or "until" with an RFC 3339 moment`);
    }
    if (seconds !== undefined && until !== undefined)
      wrong(ctx, 'until', 'give "seconds" or "until", not both');
  });

const handover = z.strictObject({
  ...common,
  type: z.literal('handover'),
  ...mayBeSaid,
  timeout_seconds: seconds.optional(),
});

const { next: __, ...withoutNext } = common;
const goto = z.strictObject({ ...withoutNext, type: z.literal('goto'), to: stepId });
const end = z.strictObject({
  ...withoutNext,
  type: z.literal('end'),
  output: jsonTemplate.optional(),
  status: literal(['succeeded', 'failed']).optional(),
});

/** Runs its own list of steps once for each item. */
export interface ForEachStep {
  id: string;
  type: 'for_each';
  next?: string | undefined;
  note?: string | undefined;
  items: Json;
  limit?: number | undefined;
  steps: Step[];
}
const forEach = z.strictObject({
  ...common,
  type: z.literal('for_each'),
  items: jsonTemplate,
  limit: z.int().min(1).max(1000).optional(),
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
  delay,
  handover,
  goto,
  end,
] as const;

/** One step of a definition. */
export type Step = z.output<(typeof simple)[number]> | ForEachStep;
/** A step of one type. */
export type StepOf<Type extends Step['type']> = Extract<Step, { type: Type }>;

/** The steps of a definition, or of a for_each. */
export const steps: z.ZodType<Step[]> = list(z.discriminatedUnion('type', [...simple, forEach]), {
  max: 500,
}).refine((all) => all.length > 0, 'a list of steps has at least one');

function missing(ctx: z.core.$RefinementCtx, field: string, message: string): void {
  ctx.addIssue({
    code: 'custom',
    path: [field],
    message,
    params: { code: 'missing_field' },
    input: undefined,
  });
}

function wrong(ctx: z.core.$RefinementCtx, field: string | (string | number)[], message: string): void {
  ctx.addIssue({ code: 'custom', path: [field].flat(), message, input: undefined });
}
