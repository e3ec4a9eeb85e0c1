import type { Shape } from '../api/shapes.ts';

type RunRow = Shape<'RunSummary'>;

/** The entry of a run in the audit log, as the stream brings it. */
export interface RunEvent {
  subject?: { id: string };
  at?: string;
  data?: { error?: RunRow['error']; steps?: { id?: string }[] };
}

/** What an event says of the row of a run; undefined if it is not about what became of one. */
export function toldBy(
  name: string,
  { subject, at, data = {} }: RunEvent,
): (Partial<RunRow> & { run_id: string }) | undefined {
  const [kind, what] = name.split('.');
  if (kind !== 'run' || !subject) return undefined;
  const run_id = subject.id;
  const step = data.steps?.at(-1)?.id;
  switch (what) {
    case 'succeeded':
    case 'failed':
    case 'unknown':
      return {
        ...{ run_id, status: what, error: data.error ?? null },
        ...(at !== undefined && { finished_at: at }),
        ...(step !== undefined && { step }),
      };
    case 'waiting':
      return { run_id, status: what, ...(step !== undefined && { step }) };
    case 'created':
    case 'advanced':
      return { run_id };
    default:
      return undefined;
  }
}
