import { type Json, render, TemplateError, toText } from '../scenario/template.ts';
import type { FieldType, ResultField } from './definition.ts';

/** What a client of a method reads of a call. */
export interface CallState {
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'unknown';
  result: Json;
  error: { code: string; message: string } | null;
}

/** Shows the result of a target as the result fields of a method have it; as it is, where there are none. */
export function showResult(state: CallState, fields: readonly ResultField[] | null): CallState {
  if (state.status !== 'succeeded' || fields === null) return state;
  try {
    const values = render(
      fields.map(({ value }) => value),
      { result: state.result },
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
 * A value with the type that the contract promises. What a template gives as text may be meant as a number; what cannot
 * be of the type is null.
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
