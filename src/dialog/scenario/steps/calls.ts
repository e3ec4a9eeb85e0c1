import { isObject, type Json, type JsonObject } from '../../template/json.ts';
import type { Call, CallResult, Fault, RowFilter, Stimulus, Waiting } from '../position.ts';
import type { StepOf } from '../step-types.ts';
import {
  type Done,
  executionOf,
  failedWith,
  fill,
  fillObject,
  keep,
  StepFailure,
  type StepType,
  type Walk,
} from '../walk.ts';

/** Steps that run outside the interpreter: what they share, and those that are answered at once, which read and write tables. */

const mostRows = 1000;

export const tableRead: StepType<StepOf<'table_read'>> = {
  enter(step, walk) {
    const where = (step.where ?? []).map(({ column, op, value }): RowFilter => {
      const filled = value === undefined ? null : fill(value, walk);
      if (op === 'in' && !Array.isArray(filled)) {
        throw new StepFailure('bad_input', `"${column}" is compared with "in", but its value is no list`);
      }
      return { column, op, value: filled };
    });
    const sort = (step.sort ?? []).map(({ column, direction = 'asc' }) => ({ column, direction }));
    const { table, limit = 100 } = step;
    const offset = countOf(step.offset ?? 0, '"offset"', walk);
    const read = { kind: 'table_read' as const, table, where, sort, limit, ...(offset > 0 && { offset }) };
    return call({ ...callOf(step.id, walk), ...read });
  },
  resume: (step, walk, stimulus) =>
    carriedOn(step.id, walk, stimulus, (result) => {
      const { rows, count, revision } = asObject(result);
      const list = Array.isArray(rows) ? rows : [];
      const read = { rows: list, count: count ?? list.length, first: list[0] ?? null };
      return revision === undefined ? read : { ...read, revision };
    }),
};

export const tableWrite: StepType<StepOf<'table_write'>> = {
  enter(step, walk) {
    const given: Json =
      step.row === undefined ? fill(step.rows ?? [], walk) : [fillObject(step.row, '"row"', walk)];
    if (!Array.isArray(given) || !given.every((row) => isObject(row))) {
      throw new StepFailure('bad_input', '"rows" is no list of objects');
    }
    if (given.length > mostRows) {
      throw new StepFailure(
        'too_many_items',
        `a step writes at most ${mostRows} rows, these are ${given.length}`,
      );
    }
    const { table, action, key = [] } = step;
    const if_revision = revisionOf(step, walk);
    return call({
      ...callOf(step.id, walk),
      kind: 'table_write',
      table,
      action,
      rows: given,
      key,
      if_revision,
    });
  },
  resume(step, walk, stimulus) {
    const { status, error } = stimulus as CallResult;
    const isConflict = status === 'failed' && error?.code === 'revision_conflict';
    if (isConflict && step.on_conflict !== undefined) {
      return { move: { to: step.on_conflict }, output: null, error };
    }
    return carriedOn(step.id, walk, stimulus, (result) => result);
  },
};

/** The revision that a write requires; null for any. @throws StepFailure */
function revisionOf({ if_revision: given }: StepOf<'table_write'>, walk: Walk): number | null {
  if (given === undefined) return null;
  return countOf(given, '"if_revision"', walk, 'no revision, which is a number');
}

/** A whole number, or the one that a template gives. @throws StepFailure `bad_input` */
function countOf(
  given: number | string,
  field: string,
  walk: Walk,
  instead = 'no whole number from 0 on',
): number {
  const filled = fill(given, walk);
  const count = typeof filled === 'string' && /^\d{1,15}$/.test(filled.trim()) ? Number(filled) : filled;
  if (Number.isSafeInteger(count) && (count as number) >= 0) return count as number;
  throw new StepFailure('bad_input', `${field} gives ${instead}`);
}

/** The fields that all calls have. The id is unique for each execution of the step. */
export function callOf(step: string, walk: Walk): Pick<Call, 'id' | 'step'> {
  return { id: executionOf(step, walk), step };
}

/** Waits for the result of a call. @param attempt its number, if the step may make several */
export function call(call: Call, until: string | null = null, attempt?: number): Done {
  const wait = { kind: 'call' as const, call, until, ...(attempt !== undefined && { attempt }) };
  const { id: _, step: __, kind: ___, ...input } = call;
  return { move: { wait }, input: input as JsonObject, output: null };
}

/** Continues to wait for the current call. */
export function stillWaiting({ position }: Walk, output: Json = null): Done {
  return { move: { wait: position.waiting as Waiting }, output };
}

/** Why a call did not succeed. */
export function faultOf({ status, error }: CallResult): Fault {
  switch (status) {
    case 'unknown':
      return {
        code: 'outcome_unknown',
        message: 'it may have been carried out or not; nothing here can tell',
      };
    case 'canceled':
      return error ?? { code: 'canceled', message: 'it was canceled' };
    default:
      return error ?? { code: 'call_failed', message: 'it failed without a reason' };
  }
}

/** Goes on with the result of a call that is answered at once. */
export function carriedOn(
  id: string,
  walk: Walk,
  stimulus: Stimulus,
  outputOf: (result: Json) => Json,
): Done {
  const result = stimulus as CallResult;
  if (result.status === 'pending') return stillWaiting(walk);
  if (result.status !== 'succeeded') {
    const error = faultOf(result);
    return { move: { end: failedWith(error) }, output: null, error };
  }
  const output = outputOf(result.result);
  keep(walk, id, output);
  return { move: { to: null }, output };
}

/** An object, or an empty one in place of anything else. */
export function asObject(value: Json): JsonObject {
  return isObject(value) ? value : {};
}
