import { z } from 'zod';
import { dict, list, literal, text } from '../http/fields.ts';
import { word } from '../http/validation-items.ts';
import type { Json } from '../template/json.ts';
import { awaitedCall, awaitedEvent } from './arriving.ts';
import { multiple, optionsFrom, pages } from './choice-fields.ts';
import { condition } from './conditions.ts';
import {
  column,
  filledTemplate,
  jsonTemplate,
  leadingButton,
  leadingVariants,
  longestWait,
  look,
  note,
  objectTemplate,
  rightName,
  seconds,
  secondsTemplate,
  slug,
  stateKey,
  stepId,
  template,
  variantsOfWords,
  varName,
} from './fields.ts';
import { validation } from './validation.ts';

/** Every type of step; docs/scenarios.md describes them. */

const common = {
  id: stepId,
  next: stepId.optional(),
  note,
  /** A failure that has no branch is its output, and the flow goes on. */
  continue_on_error: z.boolean().optional(),
};
const said = { text: filledTemplate, ...look };
/** A message is sent only if there is a text. */
const mayBeSaid = { text: filledTemplate.optional(), ...look };
const timeout = { timeout_seconds: seconds.optional(), on_timeout: stepId.optional() };
const asked = {
  attempts: z.int().min(1).max(20).optional(),
  on_invalid: stepId.optional(),
  ...timeout,
};

const reply = { message: filledTemplate.optional() };

const fieldsOfMessage = z.strictObject({
  ...common,
  type: z.literal('message'),
  ...mayBeSaid,
  buttons: list(leadingButton, { max: 12 }).optional(),
  variants: leadingVariants,
});
const message = fieldsOfMessage.superRefine((step, ctx) => {
  if (step.text === undefined && step.attachments === undefined)
    missing(ctx, 'text', 'a message has a "text", or "attachments"');
  for (const { button, path } of buttonsOf(step)) {
    if (button.next === undefined) continue;
    const at = [...path, 'next'];
    if (button.url !== undefined) wrong(ctx, at, 'a button leads to a step or opens an address, not both');
    // A press of a reply button is a text like any other: nothing says on which message it was pressed.
    if (step.keyboard !== 'inline')
      wrong(ctx, at, 'a button with "next" needs "keyboard": "inline" at its message');
  }
});

/** Where an answer is stored. */
const storing = { field: stateKey.optional(), var: varName.optional() };

function onlyOnePlace(
  step: { field?: string | undefined; var?: string | undefined },
  ctx: z.core.$RefinementCtx,
) {
  if (step.field !== undefined && step.var !== undefined)
    wrong(ctx, 'var', 'an answer is stored in a "field" of the state or in a "var" of the flow, not in both');
}

const question = z
  .strictObject({
    ...common,
    type: z.literal('question'),
    ...said,
    ...storing,
    validate: validation.optional(),
    ...asked,
  })
  .superRefine((step, ctx) => {
    if (step.field === undefined && step.var === undefined)
      missing(
        ctx,
        'field',
        'a question stores its answer: in a "field" of the state, or in a "var" of the flow',
      );
    onlyOnePlace(step, ctx);
  });

const option = z.strictObject({
  text: filledTemplate,
  value: filledTemplate.optional(),
  next: stepId.optional(),
});
const { buttons: _, ...lookOfChoice } = { ...look, variants: variantsOfWords };
const choice = z
  .strictObject({
    ...common,
    type: z.literal('choice'),
    text: filledTemplate,
    ...lookOfChoice,
    options: list(option, { max: 12 })
      .refine((options) => options.length > 0, 'a choice has 1 to 12 options')
      .optional(),
    options_from: optionsFrom.optional(),
    on_empty: stepId.optional(),
    pages: pages.optional(),
    multiple: multiple.optional(),
    ...storing,
    ...reply,
    ...asked,
  })
  .superRefine(onlyOnePlace)
  .superRefine(({ options, options_from, on_empty, multiple }, ctx) => {
    if (!options && !options_from)
      missing(ctx, 'options', 'a choice has "options", or "options_from" with a list');
    if (options && options_from) wrong(ctx, 'options_from', 'give "options" or "options_from", not both');
    if (on_empty !== undefined && !options_from)
      missing(ctx, 'options_from', '"on_empty" is for a choice whose options come from a list');
    for (const [i, { next }] of (options ?? []).entries()) {
      if (multiple && next !== undefined)
        wrong(ctx, ['options', i, 'next'], 'where several are taken, only the step itself has a "next"');
    }
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

/** Values by name, each a template. */
const templates = (name: z.ZodType<string>) =>
  dict(jsonTemplate).superRefine((values, ctx) => {
    for (const key of Object.keys(values)) {
      for (const issue of name.safeParse(key).error?.issues ?? []) {
        ctx.addIssue({
          code: 'custom',
          path: [key],
          message: `as a key: ${word(issue, key)[1]}`,
          input: key,
        });
      }
    }
  });

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

const transform = z.strictObject({
  ...common,
  type: z.literal('transform'),
  input: jsonTemplate,
  expression: text({ min: 1, max: 4000 }),
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

const handover = z.strictObject({
  ...common,
  type: z.literal('handover'),
  ...mayBeSaid,
  timeout_seconds: seconds.optional(),
});

const { next: __, continue_on_error: ___, ...withoutNext } = common;
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
  continue_on_error?: boolean | undefined;
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
  transform,
  delay,
  waitFor,
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

/** The buttons of a message, also those of its variants, with their places. */
export function* buttonsOf({
  buttons = [],
  variants = {},
}: Pick<z.output<typeof fieldsOfMessage>, 'buttons' | 'variants'>) {
  for (const [i, button] of buttons.entries()) yield { button, path: ['buttons', i] };
  for (const [type, variant] of Object.entries(variants)) {
    for (const [i, button] of (variant?.buttons ?? []).entries())
      yield { button, path: ['variants', type, 'buttons', i] };
  }
}

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
