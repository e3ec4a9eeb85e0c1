import { z } from 'zod';
import { dict, laxBool, laxInt, list, literal, text } from '../http/fields.ts';
import type { Environment } from '../schema.ts';
import type { Json } from '../template/json.ts';
import type { Allowance } from '../template/liquid.ts';
import { answerNames, callNames, faultOf, type TemplateFault, templateFaults } from './templates.ts';

/** A template for a single value; a JSON value may contain many templates. */
const template = text({ max: 20_000 });
const json = z.unknown().transform((value) => value as Json);

const error = z.object({
  code: text({ max: 64, pattern: '^[a-z][a-z0-9_]*$' }),
  message: text({ max: 500, default: 'The sandbox was told to fail.' }),
});

const variant = z
  .object({
    name: text({ min: 1, max: 100 }),
    /** The variant is used if this renders as true, or if it is absent. */
    when: template.optional(),
    result: json.optional(),
    error: error.optional(),
  })
  .superRefine((value, ctx) => {
    if ((value.result === undefined) !== (value.error === undefined)) return;
    ctx.addIssue({
      code: 'custom',
      message: 'a variant has either a result or an error',
      path: ['result'],
      input: value,
    });
  });

/** The variants of every operation in the sandbox, unless its owner defines others. */
const usualVariants: z.output<typeof variant>[] = [
  {
    name: 'error',
    when: '{{ input.sandbox_error == true }}',
    error: { code: 'sandbox_error', message: 'The sandbox was told to fail by the input sandbox_error.' },
  },
];

const mock = z.object({
  result: json.prefault({}),
  variants: list(variant, { max: 50 })
    .optional()
    .transform((given) => given ?? usualVariants),
});

const success = z.object({
  /** Statuses that mean success; any 2xx if there are none. */
  status: list(laxInt({ ge: 200, le: 599 }), { max: 50 }).nullish(),
  /** A further condition that must render as true. */
  when: template.nullish(),
});

const longestAnswer = 5 * 1024 * 1024;

/** The fields that all kinds of operation share, as an owner sends them. The kind reads `request`. */
export const definitionFields = {
  request: dict({ default: {} }),
  success: success.prefault({}),
  result: json.optional(),
  mock: mock.prefault({}),
  timeout_ms: laxInt({ ge: 100, le: 60_000 }).nullish(),
  max_response_bytes: laxInt({ ge: 1, le: longestAnswer, default: 1024 * 1024 }),
  /** Carrying it out again does no harm even if it has happened. */
  repeatable: laxBool().nullish(),
};

const definition = z.object(definitionFields);

/** The content of a revision: how an operation runs, in both environments. */
export type Definition = z.output<typeof definition>;
export type Mock = z.output<typeof mock>;

/** Faults in the templates that all kinds of operation have. */
export function definitionFaults(
  { success: rule, result, mock: mocked }: Definition,
  allowance: Allowance,
): TemplateFault[] {
  const decides = (
    path: (string | number)[],
    source: string | null | undefined,
    names: readonly string[],
  ) => {
    const message = source == null ? undefined : faultOf(source, names, allowance);
    return message === undefined ? [] : [{ path, message, input: source }];
  };
  return [
    ...decides(['success', 'when'], rule.when, answerNames),
    ...(result === undefined ? [] : templateFaults(result, answerNames, ['result'], allowance)),
    ...templateFaults(mocked.result, callNames, ['mock', 'result'], allowance),
    ...mocked.variants.flatMap((given, i) => [
      ...decides(['mock', 'variants', i, 'when'], given.when, callNames),
      ...(given.result === undefined
        ? []
        : templateFaults(given.result, callNames, ['mock', 'variants', i, 'result'], allowance)),
    ]),
  ];
}

const environments = list<Environment>(literal(['sandbox', 'live']), {
  max: 2,
  default: ['sandbox', 'live'],
});

function oneOrBoth(given: Environment[], ctx: z.core.$RefinementCtx): void {
  if (given.length > 0 && new Set(given).size === given.length) return;
  ctx.addIssue({ code: 'custom', message: 'name sandbox, live or both, each once', input: given });
}

/** The fields of PUT besides the definition. */
export const descriptionFields = {
  name: text({ min: 1, max: 100 }),
  description: text({ max: 2000, default: '' }),
  connection: text().nullish(),
  environments: environments.superRefine(oneOrBoth),
  input_schema: dict({ default: {} }),
};
