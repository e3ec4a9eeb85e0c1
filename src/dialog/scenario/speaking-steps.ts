import { z } from 'zod';
import { list } from '../http/fields.ts';
import { multiple, optionsFrom, pages } from './choice-fields.ts';
import { customer } from './customer-field.ts';
import {
  filledTemplate,
  leadingButton,
  leadingVariants,
  look,
  objectTemplate,
  slug,
  stateKey,
  stepId,
  template,
  variantsOfWords,
  varName,
} from './fields.ts';
import { common, missing, timeout, wrong } from './step-fields.ts';
import { validation } from './validation.ts';

/** The types of step that say something to the customer. */

const said = { text: filledTemplate, ...look };
/** A message is sent only if there is a text. */
const mayBeSaid = { text: filledTemplate.optional(), ...look };
const asked = {
  attempts: z.int().min(1).max(20).optional(),
  on_invalid: stepId.optional(),
  ...timeout,
};

const reply = { message: filledTemplate.optional() };

/** A picture, a title, a text and buttons, which stand under it. */
const card = z.strictObject({
  title: filledTemplate,
  text: template.optional(),
  image: template.optional(),
  buttons: list(leadingButton, { max: 12 }).optional(),
});

const fieldsOfMessage = z.strictObject({
  ...common,
  type: z.literal('message'),
  ...mayBeSaid,
  buttons: list(leadingButton, { max: 12 }).optional(),
  variants: leadingVariants,
  cards: list(card, { min: 1, max: 10 }).optional(),
  /** To whom it goes, if not to the customer of the flow. */
  identity: customer.optional(),
  on_failed: stepId.optional(),
});
export const message = fieldsOfMessage.superRefine((step, ctx) => {
  if (step.text === undefined && step.attachments === undefined && step.cards === undefined)
    missing(ctx, 'text', 'a message has a "text", "attachments" or "cards"');
  if (step.on_failed !== undefined && step.identity === undefined)
    wrong(ctx, 'on_failed', '"on_failed" is for a message with "identity"');
  for (const { button, path } of buttonsOf(step)) {
    if (button.next === undefined) continue;
    const at = [...path, 'next'];
    if (step.identity !== undefined)
      wrong(ctx, at, 'a message to a customer whom "identity" names leads them to no step; take "next" out');
    if (button.url !== undefined) wrong(ctx, at, 'a button leads to a step or opens an address, not both');
    // A press of a reply button is a text like any other: nothing says on which message it was pressed.
    if (step.keyboard !== 'inline' && path[0] !== 'cards')
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

export const question = z
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

/** Other words by which an answer names an option. */
const also = list(
  filledTemplate.refine(
    (word) => word.trim() !== '',
    'a word by which an option is also called is not blank',
  ),
  { max: 50 },
).refine((words) => words.length > 0, '"also" has 1 to 50 words');

const option = z.strictObject({
  text: filledTemplate,
  value: filledTemplate.optional(),
  also: also.optional(),
  next: stepId.optional(),
});
const { buttons: _, ...lookOfChoice } = { ...look, variants: variantsOfWords };
export const choice = z
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

export const payment = z.strictObject({
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

export const handover = z.strictObject({
  ...common,
  type: z.literal('handover'),
  ...mayBeSaid,
  ...timeout,
});

/** The buttons of a message, also those of its variants and cards, with their places. */
export function* buttonsOf({
  buttons = [],
  variants = {},
  cards = [],
}: Pick<z.output<typeof fieldsOfMessage>, 'buttons' | 'variants' | 'cards'>) {
  for (const [i, button] of buttons.entries()) yield { button, path: ['buttons', i] };
  for (const [type, variant] of Object.entries(variants)) {
    for (const [i, button] of (variant?.buttons ?? []).entries())
      yield { button, path: ['variants', type, 'buttons', i] };
  }
  for (const [n, { buttons = [] }] of cards.entries()) {
    for (const [i, button] of buttons.entries()) yield { button, path: ['cards', n, 'buttons', i] };
  }
}
