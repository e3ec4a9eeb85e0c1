import { useQuery } from '@tanstack/react-query';
import { api, queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Select } from '../kit/select.tsx';
import { t } from '../text/text.ts';

/** The scenario, or a workflow by its slug. */
export type Subject = string | undefined;

export type Version = Shape<'WorkflowVersion'> & { restored_from?: number | null };

const scenario = '/api/owner/projects/{project_id}/scenario';
const workflow = '/api/owner/projects/{project_id}/workflows/{slug}';
export const paths = {
  scenario,
  scenarioVersions: `${scenario}/versions`,
  workflowVersions: `${workflow}/versions`,
  scenarioEditor: `${scenario}/editor`,
  workflowEditor: `${workflow}/editor`,
  scenarioCompare: `${scenario}/compare`,
  workflowCompare: `${workflow}/compare`,
} as const;

const nothing = '-';

/** What the page is about, in the address at `of`; and the field in which it is chosen. */
export function useSubject(): [Subject, React.ReactNode] {
  const [search, change] = useAddress();
  const project_id = useProjectId();
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/workflows',
    { params: { path: { project_id } } },
    { staleTime: 60_000 },
  );
  const of = wordAt(search, 'of');
  const known = data?.items ?? [];
  const options: [string, string][] = [
    [nothing, t('versions.scenario')],
    ...known.map(({ id, name }): [string, string] => [id, name || id]),
    // A workflow that was deleted still has its past.
    ...(of !== undefined && !known.some(({ id }) => id === of) ? [[of, of] as [string, string]] : []),
  ];
  const field = (
    <Select
      label={t('versions.of')}
      isLabelHidden
      value={of ?? nothing}
      options={options}
      onChange={(next) =>
        change({
          of: next === nothing ? undefined : next,
          from: undefined,
          to: undefined,
          version: undefined,
        })
      }
    />
  );
  return [of, field];
}

/** The published versions, newest first. */
export function useVersions(subject: Subject) {
  const project_id = useProjectId();
  return useQuery({
    queryKey: [
      'get',
      subject === undefined ? paths.scenarioVersions : paths.workflowVersions,
      { project_id, subject },
    ],
    queryFn: async ({ signal }): Promise<readonly Version[]> => {
      const answer =
        subject === undefined
          ? await api.GET(paths.scenarioVersions, { signal, params: { path: { project_id } } })
          : await api.GET(paths.workflowVersions, {
              signal,
              params: { path: { project_id, slug: subject } },
            });
      return answer.data?.items ?? [];
    },
  });
}
