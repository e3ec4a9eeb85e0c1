import type { JsonObject } from '../template/json.ts';
import { Allowance, TemplateError } from '../template/liquid.ts';
import type { Definition } from './definition.ts';
import type { Fault, Surroundings } from './position.ts';
import { fill } from './walk.ts';

/**
 * For whom a run is according to the trigger that starts it, with all templates filled, which read `event`.
 * @returns null if the trigger says nothing of it
 */
export function customerNamedBy(
  { triggers, templateRules }: Definition,
  { trigger, event }: { trigger: number; event: JsonObject },
  around: Surroundings,
): { customer: JsonObject } | { error: Fault } | null {
  const of = triggers[trigger]!;
  if (!('customer' in of) || of.customer === undefined) return null;
  const { state, tags, profile } = around;
  const position = { event, input: null, steps: {} };
  try {
    const allowance = new Allowance(undefined, templateRules);
    const seen = { around, state, tags, profile, position, allowance };
    return { customer: fill({ ...of.customer } as JsonObject, seen) as JsonObject };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { error: { code: 'bad_template', message: error.message } };
  }
}
