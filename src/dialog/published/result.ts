import type { Json } from '../template/json.ts';
import { Allowance, longestInRequest, render, TemplateError, toText } from '../template/liquid.ts';
import type { FieldType } from './definition.ts';
import type { VersionContent } from './versions.ts';

/** The state of a call as clients of a method see it. */
export interface CallState {
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'unknown';
  result: Json;
  error: { code: string; message: string } | null;
}

/** Shows the result of a target in the result fields of a method's version; without fields, as it is. */
export function showResult(
  state: CallState,
  { definition: { result: fields }, templateRules }: Pick<VersionContent, 'definition' | 'templateRules'>,
): CallState {
  if (state.status !== 'succeeded' || fields === null) return state;
  try {
    const values = render(
      fields.map(({ value }) => value),
      { result: state.result },
      new Allowance(longestInRequest, templateRules),
    ) as Json[];
    const result = Object.fromEntries(fields.map(({ name, type }, i) => [name, asType(type, values[i]!)]));
    return { ...state, result };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const message = `It succeeded, but its result cannot be shown: ${error.message}.`;
    return { ...state, result: null, error: { code: 'result_unreadable', message } };
  }
}

/**
 * Converts a value to the type that the contract promises. A text from a template may be converted to a number; a value that
 * cannot be converted becomes null.
 */
function asType(type: FieldType, value: Json): Json {
  switch (type) {
    case 'string':
      return value === null ? null : toText(value);
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      const isOne = type === 'integer' ? Number.isInteger(number) : Number.isFinite(number);
      return isOne ? number : null;
    }
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true';
      return typeof value === 'boolean' ? value : null;
    case 'array':
      return Array.isArray(value) ? value : null;
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? value : null;
    default:
      return type satisfies never;
  }
}
