import type { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import { jsonText, type Written } from '../../platform/json-text.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';
import type { Begin, InnerKind, OuterKind, TaskRef } from './kinds.ts';
import { type NewTask, newTask, type Target } from './new-task.ts';
import type { Outbox } from './outbox.ts';
import type { Pause, Task, TaskOutcome } from './task.ts';

/** The payload of a kind, the lanes of its tasks, and what else is the same for all of them. */
interface Definition<Payload, Needs extends boolean> {
  /** The kind's name in the database, in metrics and in the audit log. */
  name: string;
  /**
   * The payload. Rows of older builds, and of newer ones that run beside this one, must pass it: it requires only what this
   * build reads, changes nothing, and allows unknown members.
   */
  payload: z.ZodType<Payload>;
  /** Whether each of its tasks concerns an identity. */
  needsIdentity?: Needs;
  /** The lane of a task. The tasks of one lane run one after the other. */
  lane(task: Seat<Payload, Needs>): string;
}

/** The part of a task that decides its lane. */
interface Seat<Payload, Needs extends boolean> {
  id: string;
  identityId: IdentityOf<Needs>;
  payload: Written<Payload>;
}

type IdentityOf<Needs extends boolean> = Needs extends true ? string : string | null;

/** A task as its submitter describes it. */
export interface TaskRequest<Payload, Needs extends boolean = false> {
  /** Generated if absent. */
  id?: string;
  /** Members may be `JsonText`, so that numbers keep their digits. */
  payload: Written<Payload>;
  identityId: IdentityOf<Needs>;
  /** Null: the environment of the identity's channel. */
  environment: Environment | null;
  /** What limits it in `live`: the channel of its identity, a connection, or nothing. */
  target: Target;
  /** The origin whose turn it uses in its project; its kind if absent. */
  origin?: string | undefined;
}

/** A task of a certain kind, as it was claimed. */
export type TaskOf<Payload, Needs extends boolean = false> = Task & {
  payload: Payload;
  identityId: IdentityOf<Needs>;
};

type RefOf<Payload, Needs extends boolean> = Pick<TaskOf<Payload, Needs>, keyof TaskRef>;

/** An entry in the table of kinds. */
type Named<Entry> = Entry & { readonly name: string };

interface OuterWork<Payload, Needs extends boolean> extends Omit<OuterKind, 'run'> {
  /** See `OuterKind`. */
  run(task: TaskOf<Payload, Needs>, begin: Begin): Promise<TaskOutcome | Pause>;
}

interface InnerWork<Payload, Needs extends boolean> extends Omit<InnerKind, 'subject' | 'apply'> {
  /** See `InnerKind`. */
  subject(task: RefOf<Payload, Needs>): string;
  apply(tx: Transaction, tasks: TaskOf<Payload, Needs>[], outbox: Outbox): Promise<TaskOutcome[]>;
}

/**
 * A kind of task. It is defined where all submitters can import it. The code that runs it may be on a higher floor, and is
 * added there (`outer`, `inner`).
 */
class Kind<Payload, Needs extends boolean = false> {
  readonly #definition: Definition<Payload, Needs>;
  /** Tasks that were checked already: each is checked when it is carried out, and again when it is named. */
  readonly #readable = new WeakSet<object>();

  constructor(definition: Definition<Payload, Needs>) {
    this.#definition = definition;
  }

  get name(): string {
    return this.#definition.name;
  }

  /** Makes a task of this kind, to be accepted or queued. */
  task({
    id = newId(),
    payload,
    identityId,
    environment,
    target,
    origin,
  }: TaskRequest<Payload, Needs>): NewTask {
    const { name, lane } = this.#definition;
    return newTask({
      id,
      kind: name,
      lane: lane({ id, identityId, payload }),
      origin: origin ?? name,
      payload: jsonText(payload),
      identityId,
      environment,
      target,
    });
  }

  /** Its entry in the table of kinds, if it acts on the outside world. */
  outer(work: OuterWork<Payload, Needs>): Named<OuterKind> {
    return { ...work, name: this.name, run: async (task, begin) => work.run(this.#read(task), begin) };
  }

  /** Its entry in the table of kinds, if it changes only the database. */
  inner(work: InnerWork<Payload, Needs>): Named<InnerKind> {
    return {
      ...work,
      name: this.name,
      // A task that this build cannot read fails, and its audit entry needs a subject.
      subject: (task) => (this.#isRead(task) ? work.subject(task) : task.id),
      apply: async (tx, tasks, outbox) =>
        work.apply(
          tx,
          tasks.map((task) => this.#read(task)),
          outbox,
        ),
    };
  }

  /** Whether a task is of this kind and this build can read it. */
  made<Given extends { kind: string; payload: unknown }>(task: Given): task is Given & { payload: Payload } {
    return task.kind === this.name && this.faultOf(task.payload) === undefined;
  }

  /** Why this build cannot read a payload; undefined if it can. */
  faultOf(payload: unknown): string | undefined {
    const { success, error } = this.#definition.payload.safeParse(payload);
    return success
      ? undefined
      : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  }

  /** @throws Error if this build cannot read the task, because a newer process accepted it */
  #read(task: Task): TaskOf<Payload, Needs> {
    if (this.#isRead(task)) return task;
    const fault = this.faultOf(task.payload) ?? 'it concerns no identity';
    throw new Error(`a task of kind "${this.name}" cannot be read by this build (${fault}); upgrade it`);
  }

  #isRead<Given extends TaskRef>(task: Given): task is Given & RefOf<Payload, Needs> {
    if (this.#readable.has(task)) return true;
    if (this.#definition.needsIdentity && task.identityId === null) return false;
    const isRead = this.#definition.payload.safeParse(task.payload).success;
    if (isRead) this.#readable.add(task);
    return isRead;
  }
}

/** Defines a kind of task: its payload and the lane of each task. */
export function defineKind<Payload, const Needs extends boolean = false>(
  definition: Definition<Payload, Needs>,
): Kind<Payload, Needs> {
  return new Kind(definition);
}
