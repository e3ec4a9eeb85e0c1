import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { contentOf, type MessagePayload } from '../messages/payload.ts';
import type { Fault, StepTrace } from '../scenario/position.ts';
import type { Environment, TaskState } from '../schema.ts';
import type { EventPayload, ReceivedPayload } from './kinds.ts';

/** Kinds of task that are something said, by either side or in the customer's name. */
export type SpokenKind = 'message' | 'received' | 'event';

export const directionOf: Readonly<Record<SpokenKind, 'out' | 'in' | 'event'>> = {
  message: 'out',
  received: 'in',
  event: 'event',
};

/** Who said it. @param author as the payload of a message has it. */
export function authorOf(
  kind: SpokenKind,
  author: string | null | undefined,
): 'customer' | 'scenario' | 'operator' | 'client' {
  if (kind === 'received') return 'customer';
  return author === 'scenario' || author === 'operator' ? author : 'client';
}

/** What was said on one page. */
export const historyPage = 100;

interface Row {
  id: string;
  kind: SpokenKind;
  state: TaskState;
  environment: Environment;
  payload: MessagePayload | ReceivedPayload | EventPayload;
  error: Fault | null;
  did: string | null;
  steps: Omit<StepTrace, 'execution' | 'output'>[] | null;
  created_at: Date;
  finished_at: Date | null;
}

/**
 * What was said in the dialog with an identity, newest first, with what the scenario did on each word of the customer.
 * @returns one more than a page where there is more.
 */
export async function readHistory(
  database: Queryable,
  projectId: string,
  identityId: string,
  offset: number,
) {
  const { rows } = await database.query<Row>(
    // Outputs of steps can be large and are not what a conversation is read for.
    `SELECT id, kind, state, environment, payload, error, created_at, finished_at, result->>'did' AS did,
       CASE WHEN kind <> 'message' THEN (
         SELECT json_agg(json_build_object('id', s->'id', 'type', s->'type', 'status', s->'status',
           'error', s->'error', 'at', s->'at'))
         FROM json_array_elements(result->'steps') AS s
       ) END AS steps
     FROM dialog.tasks
     WHERE project_id = $1 AND identity_id = $2 AND kind IN ('message', 'received', 'event')
     ORDER BY seq DESC OFFSET $3 LIMIT ${historyPage + 1}`,
    [projectId, identityId, offset],
  );
  return rows.map(present);
}

function present(row: Row) {
  const { kind, payload } = row;
  const common = {
    direction: directionOf[kind],
    author: authorOf(kind, 'author' in payload ? payload.author : null),
    environment: row.environment,
    error: row.error,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
  if (kind === 'message') {
    const status = row.state === 'succeeded' ? 'sent' : row.state;
    return { id: showId('message', row.id), status, ...common, ...contentOf(payload as MessagePayload) };
  }
  const { text, data } = payload as ReceivedPayload;
  return {
    id: kind === 'event' ? (payload as EventPayload).event_id : showId('message', row.id),
    status: row.state,
    ...common,
    text,
    data,
    /** What it did: `filled`, `started`, `ignored`, `held` and so on; null before it was handled. */
    did: row.did,
    steps: row.steps ?? [],
  };
}
