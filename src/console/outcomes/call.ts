import { queries } from '../api/client.ts';
import { below, useMay, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';

const base = '/api/owner/projects/{project_id}';

/** What a record of unknown outcome was to do, if it is a call of an operation and the person may see it. */
export interface Call {
  /** Of the operation. */
  name: string;
  /** What it was given, in a few words: `Olga · 2026-12-02 11:00`; empty if the person's role does not see that. */
  words: string;
}

const mostWords = 3;

/** The first plain values of an input. */
function wordsOf(input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [];
  const plain = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return plain.slice(0, mostWords).join(' · ');
}

/** Reads what a record was to do. @returns undefined for what is no call, and while it is not known */
export function useCall({ id, kind }: Pick<Shape<'Record'>, 'id' | 'kind'>): Call | undefined {
  const projectId = useProjectId();
  const mayWork = useMay('work');
  const mayBuild = useMay('build');
  const isCall = kind === 'job';
  const { path } = below(projectId).params;
  const { data: job } = queries.useQuery(
    'get',
    `${base}/jobs/{job_id}`,
    { params: { path: { ...path, job_id: id } } },
    { enabled: isCall && mayWork },
  );
  const operations = queries.useQuery('get', `${base}/operations`, below(projectId), {
    enabled: isCall && mayBuild,
    staleTime: 60_000,
  });
  if (!job) return undefined;
  const { operation_id: slug } = job;
  return {
    name: operations.data?.items.find((each) => each.id === slug)?.name || slug,
    words: job.hidden === undefined ? wordsOf(job.input) : '',
  };
}
