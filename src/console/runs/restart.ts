import type { Shape } from '../api/shapes.ts';

type Run = Pick<Shape<'Run'>, 'status' | 'steps'>;

/** The steps at which a run can begin again: those of the outermost list to which it came, each once, in their order. */
export const restartable = ({ steps }: Run): string[] => [
  ...new Set(steps.filter(({ within }) => within.length === 0).map(({ id }) => id)),
];

/** The outermost step in which a run failed or became unknown; undefined of others. */
export function restartOf(run: Run): string | undefined {
  if (run.status !== 'failed' && run.status !== 'unknown') return undefined;
  return run.steps.findLast(({ status, within }) => status === 'failed' && within.length === 0)?.id;
}

/** The operations behind which a run can go on, with what has become of their jobs. */
export const passable = ({ steps }: Run): string[] => [
  ...new Set(
    steps
      .filter(({ type, within, job_id }) => type === 'operation' && within.length === 0 && job_id !== null)
      .map(({ id }) => id),
  ),
];

/**
 * The jobs that are done again where a run begins at a step: those of the step, with all its attempts, when the run came to it last, and
 * those of the steps that it carried out then.
 */
export function jobsAt({ steps }: Run, step: string): string[] {
  const last = steps.findLastIndex(({ id }) => id === step);
  if (last < 0) return [];
  const before = steps.slice(0, last).findLastIndex(({ id, within }) => id !== step && within.length === 0);
  return steps
    .slice(before + 1)
    .filter(({ id, within }) => id === step || within[0]?.step === step)
    .flatMap(({ job_id }) => job_id ?? []);
}
