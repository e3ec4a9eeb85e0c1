import type { ChannelTypeName, Content } from '../content/content.ts';
import type { Calendar } from '../project-settings/calendar.ts';
import type { Json, JsonObject } from '../template/json.ts';
import type { TemplateRules } from '../template/rules.ts';

/**
 * The inputs and outputs of the interpreter. Everything except `Surroundings` is JSON and can be stored.
 */

/** A scenario leads the dialog with a customer; a workflow runs without one at the other end. */
export type Kind = 'scenario' | 'workflow';

/** Why something failed; `code` is stable, `message` is for people. */
export interface Fault {
  code: string;
  message: string;
}

/** A failure of a step that the definition's `on_error` deals with. */
export interface Rescued extends Fault {
  step: string;
}

/** How a flow ended. */
export interface Ended {
  status: 'succeeded' | 'failed';
  output: Json;
  error: Fault | null;
}

/** The state of a for_each. */
export interface Loop {
  items: Json[];
  index: number;
  /**
   * The number of the step if it has one round at once, see `Place`. Absent in what began under an earlier version: its trace says
   * already that it has succeeded.
   */
  entered?: number;
}

/** What a flow goes back to when the flow that it has called ends. */
export interface Frame {
  /** The step that calls. */
  step: string;
  /** See `Place`. */
  entered: number;
  input: JsonObject | null;
  steps: Record<string, Json>;
  vars: JsonObject;
  loops: Record<string, Loop>;
}

/** An option of a choice as it was shown to the customer. */
export interface OfferedOption {
  text: string;
  /** A text, unless the option was made of data. */
  value: Json;
  /** Other words by which an answer names it. */
  also?: string[];
}

/** How far the customer is in a choice that has pages, is made of data, or takes several options. */
export interface Offer {
  /** Counted from 0. */
  page: number;
  /** How many messages have shown the options so far. */
  shown: number;
  /** Indices of the options that the customer has taken, in their order; absent if the choice takes one. */
  chosen?: number[];
  /** The texts of the buttons that are no options, as they were shown. */
  labels: { more: string; back: string; done: string };
}

/** Where a flow stands, or one of its branches. */
export interface Place {
  /** The step at which it waits; null after the end. */
  step: string | null;
  waiting: Waiting | null;
  /** The number of the step among all that were run, when the flow came to it. Absent if that is `taken`. */
  entered?: number | undefined;
  /** By id of the for_each. */
  loops: Record<string, Loop>;
  /** It waits before `step`, not in it, because a turn has an end. */
  paused: boolean;
  /** The flows that wait for the end of the one that they have called, the first caller first; absent if there are none. */
  frames?: Frame[] | undefined;
  /** What `step` carries out side by side; absent if it does not. */
  branches?: Branch[] | undefined;
}

/**
 * A branch of a parallel, or a round of a for_each that has several at once. It reads and sets what its flow does. What it has of its
 * own between two turns stands here; the first of its `frames` then has nothing of the flow, either.
 */
export interface Branch extends Place {
  /** Its number among the branches, or that of its item, from 0. */
  n: number;
  /** The outputs of a round; in a flow that the branch has called, those of that flow. */
  steps: Record<string, Json>;
  /** Of a flow that the branch has called. */
  vars: JsonObject;
  /** Of a flow that the branch has called. */
  input: JsonObject | null;
}

/**
 * The position of a flow between two turns. Code that stores it needs only `waiting` and `ended`. In a flow that another one has
 * called, `input`, `steps`, `vars` and `loops` are its own.
 */
export interface Position extends Place {
  ended: Ended | null;
  /** The step in which it ended. Positions that are older than this field have none. */
  endedAt?: string;
  event: JsonObject | null;
  /** The last answer to a waiting step, with its data. Positions of version 0.12.0 have none. */
  answer?: JsonObject | null;
  input: JsonObject | null;
  /**
   * The failure that led to `on_error`; another one then ends the flow. Forgotten with the next answer of the customer. Positions
   * of version 0.12.0 have none.
   */
  error?: Rescued | null;
  /** Outputs by step that stand in for doing the step. Absent if there are none. */
  pinned?: JsonObject | undefined;
  /** Output by step, for `{{steps.<id>}}`. */
  steps: Record<string, Json>;
  /** The variables of the flow, for `{{vars.<name>}}`. Replaced when they change. Positions of version 0.12.0 have none. */
  vars?: JsonObject;
  /** Number of steps run here, including flows before this one. */
  taken: number;
  /** Number of steps since the last answer of a person. */
  unanswered: number;
  /** Number of messages since the flow last waited. Positions of version 0.12.0 have none. */
  said?: number;
  /** Number of answers to the question at which it waits. */
  attempts: number;
  /** The options of the choice at which it waits. */
  options: OfferedOption[] | null;
  /** What else is known of that choice; null or absent for one that has written options only. */
  offer?: Offer | null;
  /** Size of `steps`, `loops` and `vars` in bytes of JSON, those of frames and branches included, and the inputs of called flows. */
  kept: number;
  /** Which of its messages a press may answer. The interpreter itself does not read it; see `dialogs/asked.ts`. */
  asked?: Asked | undefined;
  /** What the customer said while the flow was busy. The interpreter itself does not read it; see `dialogs/later.ts`. */
  later?: Later[] | undefined;
}

/** A message that waits until the dialog has time for it. */
export type Later = {
  text: string;
  data: JsonObject;
};

/** The messages of a dialog and the presses of their buttons. */
export interface Asked {
  /** `taken` and `attempts` at that time. If they have changed, an earlier version of the server has moved the flow since. */
  taken: number;
  attempts: number;
  /** `msg_…`: what was said since the last answer, and belongs to the present question. */
  ids: string[];
  /** `msg_…`: messages whose buttons have led to a step. They do so once. */
  used: string[];
}

/** A round of a list, a branch, or a called flow, that a step is carried out in. Rounds and branches count from 0. */
export type Inside = { step: string } & ({ round: number } | { branch: number } | { flow: string });

/** What a flow waits for. `until` is RFC 3339; null means no timeout. */
export type Waiting =
  /** A message of the customer. */
  | { kind: 'answer'; until: string | null }
  | {
      kind: 'timer';
      until: string;
      /** Between two attempts of a step: the number of those that failed, and when the step has to be done. */
      attempt?: number;
      deadline?: string | null;
    }
  /** The release by an operator. */
  | { kind: 'operator'; until: string | null }
  /** Its branches, each of which waits for something else. `until` is the time at which the first of them has to be woken. */
  | { kind: 'branches'; until: string | null }
  /** A result, to be passed with `call.id`. */
  | {
      kind: 'call';
      call: Call;
      until: string | null;
      /** The number of this attempt, if the step may make several. */
      attempt?: number;
    };

/** Operators of a comparison. */
export type Comparator = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte';

/** A condition on rows; `value` is null for `is_empty` and `not_empty`, a list for `in`. */
export interface RowFilter {
  column: string;
  op: Comparator | 'contains' | 'in' | 'is_empty' | 'not_empty';
  value: Json;
}

/** Work to be done outside the interpreter. */
export type Call = {
  /** Unique for each execution of a step, also after a restart of the flow. */
  id: string;
  step: string;
} & (
  | { kind: 'operation' | 'payment'; operation: string; input: JsonObject }
  | {
      kind: 'workflow';
      workflow: string;
      input: JsonObject;
      /** The result is that of the run. */
      wait?: true;
    }
  /** To be notified of the next event of the project, or call of a receiver, that fits. */
  | {
      kind: 'arrival';
      /** The source of events, in which `*` stands for anything; or the slug of a receiver. */
      of: { source: string } | { receiver: string };
      /** What has to stand at paths in it, as text. */
      match: Record<string, string>;
      /** A condition over it; null for none. */
      where: Json;
      /** The rules of its templates, if it has a condition; absent for the first. */
      rules?: TemplateRules;
    }
  /** A message to somebody else than the customer of the flow. */
  | {
      kind: 'message';
      /** The fields that name the customer, as `namedIdentity` reads them. */
      identity: JsonObject;
      /** What is said in a channel of a type, where that differs from the rest, and in all others. */
      said: { by: Partial<Record<ChannelTypeName, MessageContent[]>>; otherwise: MessageContent[] };
    }
  | { kind: 'approval'; text: string; options: string[] | null; until: string | null }
  | { kind: 'transform'; expression: string; input: Json }
  | {
      kind: 'table_read';
      table: string;
      where: RowFilter[];
      sort: { column: string; direction: 'asc' | 'desc' }[];
      limit: number;
      /** Absent for 0. */
      offset?: number;
    }
  | {
      kind: 'table_write';
      table: string;
      action: 'append' | 'upsert' | 'increment' | 'delete';
      rows: JsonObject[];
      /** The columns by which rows are found; empty for `append`. */
      key: string[];
      /** Nothing is written if the rows have another revision; null for any revision. */
      if_revision: number | null;
    }
);

/** The result of a call. */
export interface CallResult {
  type: 'result';
  /** `call.id`. */
  call: string;
  /** A payment is `pending` after its link exists, with `{order_id, payment_url}` as result; a workflow when it has started, with `{run_id}`. */
  status: 'succeeded' | 'failed' | 'unknown' | 'canceled' | 'pending';
  result: Json;
  error: Fault | null;
  /** The job that ran it. */
  job_id?: string | null;
  /** Its owner says that it may be carried out again even if it has happened. */
  repeatable?: boolean;
}

/** What an earlier flow had when it came to the step at which this one starts. */
export interface KeptData {
  /** Output by step. */
  steps: Record<string, Json>;
  /** The variables that its steps have set; null for one that they removed. */
  vars: JsonObject;
}

/** What moves a flow. */
export type Stimulus =
  /** A new flow replaces the old one and starts at `step`, or at the first step. */
  | {
      type: 'start';
      step?: string;
      event?: JsonObject | null;
      input?: JsonObject | null;
      kept?: KeptData | undefined;
      pinned?: JsonObject | undefined;
      /** What came of the step at which it starts: it is not carried out, and the flow goes on behind it. */
      outcome?: Json | undefined;
    }
  /**
   * A message of the customer, with the `data` from the channel; or an external event for the customer, with the data of the
   * `event`.
   */
  | { type: 'text'; text: string; data?: JsonObject | null; event?: JsonObject | null }
  /** The customer pressed a button that leads to `step`, of whatever message: the flow leaves what it waits for. */
  | { type: 'press'; step: string; text: string; data: JsonObject }
  /**
   * A message that nothing takes. The steps from `step` on are carried out up to the first that waits, and the flow goes on
   * waiting where it was.
   */
  | { type: 'aside'; step: string; text: string; data: JsonObject }
  | CallResult
  /** The time in `waiting.until` has come. `answered`: a person has written meanwhile to whoever waited for one. */
  | { type: 'timer'; now: Date | string; answered?: boolean }
  /** The operator released the dialog. */
  | { type: 'released' }
  /** The customer is asked the open question again, because others have spoken since. No time for an answer may be over. */
  | { type: 'ask'; now: Date };

/** What a flow can read during a turn. It is never changed. */
export interface Surroundings {
  now: Date;
  kind: Kind;
  state: Record<string, string>;
  tags: string[];
  /** Its `status` and its `access` are what steps may change. */
  profile: JsonObject;
  /** Null in a workflow that runs for no identity. */
  identity: JsonObject | null;
  /** The tables that `tablesReadBy` names, by slug: `{rows, first, count}`. */
  table?: JsonObject;
  /** When the project is open, if `asksForHours` of the definition; null or absent if it has no calendar. */
  calendar?: Calendar | null;
  /** Milliseconds of processor time for all templates of the turn, if not as usual. */
  templateMs?: number;
  /** Why the customer's channel would refuse a rendered message; null if it accepts it. */
  refuses?(message: MessageContent): string | null;
}

/** A message with all templates rendered. */
export type MessageContent = Content;

/** A message of a turn, and the step that says it. */
export type StepMessage = MessageContent & { step: string };

/**
 * What one step did. A step that waits, or carries out others, has two entries, one when it begins and one when it continues. If a flow stops between
 * two steps, the last entry has failed and says why; its type is `unknown` if there is no such step.
 */
export interface StepTrace {
  id: string;
  type: string;
  /** Unique in the flow; the entries of one execution share it. It is the `id` of its call, if it has one. */
  execution: string;
  status: 'succeeded' | 'failed' | 'waiting';
  /** What it was given, with all templates filled, as `onRecord` leaves it. Absent where it was given nothing, or goes on. */
  input?: Json;
  output: Json;
  error: Fault | null;
  /** The rounds, branches and calls that it is in, the outermost first. Absent in the document's own list. */
  within?: readonly Inside[];
  /** `job_…`: what carries it out elsewhere. Whoever drives the interpreter adds it when that has been accepted. */
  job_id?: string;
  /** RFC 3339. */
  at: string;
}

/** The result of a stimulus. */
export interface Turn {
  position: Position;
  state: Record<string, string>;
  tags: string[];
  /** That of the surroundings, with the `status` and the `access` that steps have set. */
  profile: JsonObject;
  /** In the order of sending. */
  messages: StepMessage[];
  trace: StepTrace[];
  /** False if the flow does not wait for such a stimulus; then nothing has changed. */
  consumed: boolean;
}
