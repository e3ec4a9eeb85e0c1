import type { JsonObject } from '../template/json.ts';
import { Allowance, TemplateError } from '../template/liquid.ts';
import type { TemplateRules } from '../template/rules.ts';
import type { Fault, Surroundings } from './position.ts';
import { fillText } from './walk.ts';

/** Characters of a key, so that it can be part of an index. */
const longestKey = 200;

/**
 * The key of a start, or why there is none. The template reads `event`, `input` and the customer, if there is one.
 * @param rules of the workflow's version
 */
export function startKey(
  template: string | undefined,
  { event, input }: { event: JsonObject | null; input: JsonObject | null },
  around: Surroundings,
  rules?: TemplateRules,
): { key: string } | { error: Fault } {
  if (template === undefined) return { key: '' };
  const { state, tags, profile } = around;
  const position = { event, input, steps: {} };
  try {
    const allowance = new Allowance(undefined, rules);
    const filled = fillText(template, { around, state, tags, profile, position, allowance });
    if (Array.from(filled).length <= longestKey) return { key: filled };
    return { error: { code: 'bad_input', message: `a key has at most ${longestKey} characters` } };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { error: { code: 'bad_template', message: error.message } };
  }
}
