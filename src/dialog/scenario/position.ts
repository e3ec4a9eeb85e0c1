import type { Content } from '../messages/content.ts';
import type { Json, JsonObject } from './template.ts';

/**
 * What goes into the interpreter and what comes out of it. Everything here but `Surroundings` is JSON and survives
 * being stored.
 */

/** What runs: a dialog with a customer, or a workflow. */
export type Kind = 'scenario' | 'workflow';

/** Why something failed; `code` is stable, `message` is for people. */
export interface Fault {
  code: string;
  message: string;
}

/** How a flow ended. */
export interface Ended {
  status: 'succeeded' | 'failed';
  output: Json;
  error: Fault | null;
}

/** A for_each that is being walked through. */
export interface Loop {
  items: Json[];
  index: number;
}

/** An option of a choice, as the customer saw it. */
export interface OfferedOption {
  text: string;
  value: string;
}

/** Where a flow stands between two turns. Those who store it need `waiting` and `ended` only. */
export interface Position {
  /** Where it waits; null once it has ended. */
  step: string | null;
  waiting: Waiting | null;
  ended: Ended | null;
  event: JsonObject | null;
  input: JsonObject | null;
  /** Output by step, as `{{steps.<id>}}` shows it. */
  steps: Record<string, Json>;
  /** By id of the for_each. */
  loops: Record<string, Loop>;
  /** Steps taken here so far, also by flows that were given up or have ended before this one began. */
  taken: number;
  /** Steps taken since somebody last answered. */
  unanswered: number;
  /** Answers given to the question in which it waits. */
  attempts: number;
  /** The options of the choice in which it waits. */
  options: OfferedOption[] | null;
  /** Bytes of JSON in `steps` and `loops`. */
  kept: number;
  /** It waits before `step`, not in it: a long for_each takes a breath. */
  paused: boolean;
}

/** What a flow waits for. `until` is RFC 3339; null stands for no time-out. */
export type Waiting =
  /** What the customer says. */
  | { kind: 'answer'; until: string | null }
  | { kind: 'timer'; until: string }
  /** That an operator gives the dialog back. */
  | { kind: 'operator'; until: string | null }
  /** A result, to be handed in under `call.id`. */
  | { kind: 'call'; call: Call; until: string | null };

/** Operators of a comparison. */
export type Comparator = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte';

/** One condition that rows have to meet; `value` is null for `is_empty` and `not_empty`, a list for `in`. */
export interface RowFilter {
  column: string;
  op: Comparator | 'contains' | 'in' | 'is_empty' | 'not_empty';
  value: Json;
}

/** Something to be carried out outside the interpreter. */
export type Call = {
  /** Each execution of a step has its own, also where the flow is begun anew. */
  id: string;
  step: string;
} & (
  | { kind: 'operation' | 'payment'; operation: string; input: JsonObject }
  | { kind: 'workflow'; workflow: string; input: JsonObject }
  | {
      kind: 'table_read';
      table: string;
      where: RowFilter[];
      sort: { column: string; direction: 'asc' | 'desc' }[];
      limit: number;
    }
  | {
      kind: 'table_write';
      table: string;
      action: 'append' | 'upsert' | 'delete';
      rows: JsonObject[];
      /** Columns by which rows are found; empty for `append`. */
      key: string[];
    }
);

/** What became of a call. */
export interface CallResult {
  type: 'result';
  /** `call.id`. */
  call: string;
  /** A payment is `pending` once its link exists, with `{order_id, payment_url}` as result. */
  status: 'succeeded' | 'failed' | 'unknown' | 'canceled' | 'pending';
  result: Json;
  error: Fault | null;
  /** The job that carried it out. */
  job_id?: string | null;
}

/** What sets a flow in motion. */
export type Stimulus =
  /** A new flow, at `step` or at the first one, in place of whatever stood here. */
  | { type: 'start'; step?: string; event?: JsonObject | null; input?: JsonObject | null }
  /** What the customer said, or an external event in their name. */
  | { type: 'text'; text: string; event?: JsonObject | null }
  | CallResult
  /** The moment that `waiting.until` names has come. */
  | { type: 'timer'; now: Date | string }
  /** The operator gave the dialog back. */
  | { type: 'released' };

/** What a flow can see while it takes a turn. Nothing in it is changed. */
export interface Surroundings {
  now: Date;
  kind: Kind;
  state: Record<string, string>;
  tags: string[];
  profile: JsonObject;
  /** Null in a workflow that was started without one. */
  identity: JsonObject | null;
  /** By slug, the tables that `tablesReadBy` names: `{rows, first, count}`. */
  table?: JsonObject;
}

/** A message with all its templates rendered. */
export type MessageContent = Content;

/** What one step did. A step that waits has one entry when it begins to and one when it goes on. */
export interface StepTrace {
  id: string;
  type: string;
  /** Unique in the flow and shared by the entries of one execution; the `id` of its call, if it has one. */
  execution: string;
  status: 'succeeded' | 'failed' | 'waiting';
  output: Json;
  error: Fault | null;
  /** RFC 3339. */
  at: string;
}

/** What came of a stimulus. */
export interface Turn {
  position: Position;
  state: Record<string, string>;
  tags: string[];
  /** In the order in which they are to be sent. */
  messages: MessageContent[];
  trace: StepTrace[];
  /** False if the flow does not wait for such a stimulus; then nothing has changed. */
  consumed: boolean;
}
