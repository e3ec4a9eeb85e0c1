import { type SQLWrapper, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { type MessagePayload, shownContentOf, shownRevision } from '../content/payload.ts';
import { readAtOf, shownDelivery } from '../conversations/from-task.ts';
import { conversationMessages } from '../conversations/schema.ts';
import type { EventPayload, ReceivedPayload } from '../dialogs/said.ts';
import { type ShownAttachment, showAttachments } from '../files/shown-attachments.ts';
import { onRecord } from '../scenario/given.ts';
import type { Fault, Inside, StepTrace } from '../scenario/position.ts';
import { tasks } from '../schema.ts';
import type { Json } from '../template/json.ts';
import type { historyItemShape, shownStep } from './shapes.ts';

/** Kinds of task that are a message or an event. */
export type SpokenKind = 'message' | 'received' | 'event';

export const directionOf = {
  message: 'out',
  received: 'in',
  event: 'event',
} as const satisfies Record<SpokenKind, string>;

/** Who said it. @param author from the payload of a message */
export function authorOf(
  kind: SpokenKind,
  author: string | null | undefined,
): 'customer' | 'scenario' | 'operator' | 'client' {
  if (kind === 'received') return 'customer';
  return author === 'scenario' || author === 'operator' ? author : 'client';
}

/** Entries on one page. */
export const historyPage = 100;

type ShownItem = z.output<typeof historyItemShape>;

/** A step as the statement returns it. */
type StoredStep = Omit<StepTrace, 'execution' | 'output' | 'within' | 'job_id'> & {
  /** Absent unless it is wanted. */
  output?: Json;
  within: Inside[] | null;
  job_id: string | null;
  remarks?: string[] | null;
};

type Row = RowOf & Omit<ResultOf<typeof findSpoken>, 'kind' | 'payload'>;

type RowOf =
  | { kind: 'message'; payload: MessagePayload }
  | { kind: 'received'; payload: ReceivedPayload }
  | { kind: 'event'; payload: EventPayload }
  /** A turn without a message or an event: a result, a timer, an operator. */
  | { kind: 'dialog'; payload: unknown };

const t = tasks;
const m = conversationMessages;

/** Most characters of an output that is read: a page has many, and of each only a part is shown. Of a longer one only `…` is. */
const mostOfOutput = 16_000;

/**
 * Without outputs of steps, which can be large and are not needed to read a conversation, unless they are wanted. What a step was given
 * is bounded.
 */
const stepsWith = (outputs: SQLWrapper) => sql`CASE WHEN ${t.kind} <> 'message' THEN (
  SELECT json_agg(json_build_object('id', s->'id', 'type', s->'type', 'status', s->'status',
    'input', s->'input', 'error', s->'error', 'at', s->'at', 'within', s->'within', 'job_id', s->'job_id',
    'output', CASE WHEN ${outputs} THEN CASE WHEN length(s->>'output') > ${mostOfOutput}
      THEN to_json('…'::text) ELSE s->'output' END END,
    'remarks', CASE WHEN s->>'type' = 'condition' THEN s->'output'->'remarks' END))
  FROM json_array_elements(${t.result}->'steps') AS s
) END`;

const findSpoken = statement({
  name: 'dialog-history',
  prepared: false,
  params: {
    projectId: t.projectId,
    identityId: t.identityId,
    offset: types.bigint,
    outputs: types.boolean,
    turns: types.boolean,
  },
  columns: {
    id: as(t.id, sql`id`),
    kind: as(t.kind, sql`kind`),
    state: as(t.state, sql`state`),
    environment: as(t.environment, sql`environment`),
    payload: as(t.payload, sql`payload`),
    error: as(orNull(jsonOf<Fault>()), sql`error`),
    createdAt: as(t.createdAt, sql`created_at`),
    finishedAt: as(orNull(types.instant), sql`finished_at`),
    readAt: as(orNull(types.instant), sql`read_at`),
    did: as(orNull(types.text), sql`did`),
    rescued: as(types.boolean, sql`rescued`),
    steps: as(orNull(jsonOf<StoredStep[]>()), sql`steps`),
  },
  query: ({ projectId, identityId, offset, outputs, turns }, columns) => sql`
    SELECT ${columns} FROM (
      SELECT DISTINCT ON (seq) * FROM (
        (SELECT ${t.seq}, 1 AS rank, ${t.id}, ${t.kind}, ${t.state}, ${t.environment}, ${t.payload}, ${t.error},
          ${t.createdAt}, ${t.finishedAt}, ${readAtOf(t)} AS read_at, ${t.result}->>'did' AS did,
          ${t.result}->'rescued' IS NOT NULL AS rescued, ${stepsWith(outputs)} AS steps
        FROM ${t}
        WHERE ${t.projectId} = ${projectId} AND ${t.identityId} = ${identityId}
          AND (${t.kind} IN ('message', 'received', 'event') OR ${t.kind} = 'dialog' AND (
            ${t.error} IS NOT NULL OR ${turns} AND ${t.result} IS NOT NULL))
        ORDER BY ${t.seq} DESC LIMIT ${offset} + ${historyPage + 1})
        UNION ALL
        (SELECT ${m.seq}, 2 AS rank, ${m.id}, CASE ${m.direction} WHEN 'in' THEN 'received' ELSE 'message' END,
          CASE WHEN ${m.delivery} IN ('received', 'sent') THEN 'succeeded' ELSE ${m.delivery} END, ${m.environment},
          ${m.payload}, ${m.error}, ${m.createdAt}, ${m.finishedAt}, ${m.readAt}, NULL, false, NULL
        FROM ${m}
        WHERE ${m.projectId} = ${projectId} AND ${m.identityId} = ${identityId}
        ORDER BY ${m.seq} DESC LIMIT ${offset} + ${historyPage + 1})
      ) AS either ORDER BY seq DESC, rank
    ) AS spoken
    ORDER BY seq DESC OFFSET ${offset} LIMIT ${historyPage + 1}`,
});

/**
 * The messages and events of a dialog, newest first, with what the scenario did on each. Other turns are included if the
 * scenario failed in them or `on_error` took a failure, because no message shows that. Of what is older than its tasks only the messages are left.
 * @param turns whether other turns are included in any case
 * @returns one more than a page if there are more
 */
export async function readHistory(
  database: Queryable,
  projectId: string,
  identityId: string,
  { offset, outputs, turns = false }: { offset: number; outputs: boolean; turns?: boolean },
) {
  const rows = await findSpoken.all(database, { projectId, identityId, offset, outputs, turns });
  // The kind determines the payload; the kind's schema has checked it.
  const said = rows as Row[];
  const attachments = await showAttachments(
    database,
    projectId,
    said.map((row) => (row.kind === 'received' ? row.payload.attachments : undefined)),
  );
  return said.map((row, i) => present(row, attachments[i]!, outputs));
}

function present(row: Row, attachments: ShownAttachment[], outputs: boolean): ShownItem {
  const { kind } = row;
  if (kind === 'dialog') return presentTurn(row, outputs);
  const common = {
    author: authorOf(kind, kind === 'message' ? row.payload.author : null),
    environment: row.environment,
    error: row.error,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
  if (kind === 'message') {
    const status = row.state === 'succeeded' ? 'sent' : row.state;
    const content = shownContentOf(row.payload);
    const { read_at } = shownDelivery(status, row.readAt);
    return {
      ...{ id: showId('message', row.id), status, direction: directionOf[kind], ...common, ...content },
      read_at,
      ...shownRevision(row.payload),
    };
  }
  const { text, data } = row.payload;
  return {
    id: kind === 'event' ? row.payload.event_id : showId('message', row.id),
    status: row.state,
    direction: directionOf[kind],
    ...common,
    text,
    data,
    attachments,
    /** The action: `filled`, `started`, `ignored`, `held` and so on; null before it was processed. */
    did: row.did,
    steps: shownSteps(row, outputs),
  };
}

/** A turn without a message; `error` tells why the scenario failed. If `on_error` took the failure, only the steps show it. */
function presentTurn(row: Row, outputs: boolean): ShownItem {
  const isFailed = row.error !== null && !row.rescued;
  return {
    id: showId('turn', row.id),
    status: isFailed ? 'failed' : 'succeeded',
    direction: 'turn',
    author: 'scenario',
    environment: row.environment,
    error: isFailed ? row.error : null,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    text: '',
    data: {},
    did: row.did,
    steps: shownSteps(row, outputs),
  };
}

/** What only some steps have is added to these only. @param outputs whether the outputs were read */
function shownSteps({ steps }: Row, outputs: boolean): z.output<typeof shownStep>[] {
  return (steps ?? []).map(({ remarks, within, job_id: job, output, ...step }) => ({
    ...step,
    ...(outputs && { output: onRecord(output ?? null) }),
    ...(within && { within }),
    ...(job !== null && { job_id: job }),
    ...(remarks?.length && { remarks }),
  }));
}
