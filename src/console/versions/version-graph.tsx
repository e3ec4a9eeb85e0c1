import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { JsonObject, Marks } from '../flow/index.ts';
import { isObject } from '../kit/is-object.ts';
import { Empty, Loading } from '../kit/states.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { t } from '../text/text.ts';
import { paths, type Subject, useVersions } from './subject.tsx';
import css from './versions.module.css';

const FlowGraph = lazy(async () => ({ default: (await import('../flow/index.ts')).FlowGraph }));

interface VersionGraphProps {
  subject: Subject;
  /** `draft` is the one as it is now. */
  version: number | 'draft';
  marks: Marks;
  /** What the graph shows, for readers of screens. */
  label: string;
  selected?: string | undefined;
  onSelect?(step: string): void;
}

/** A version as a graph, with marks at its steps; says so if the version is not kept. */
export function VersionGraph({ subject, version, marks, label, selected, onSelect }: VersionGraphProps) {
  const versions = useVersions(subject);
  const draft = useDraft(subject, version === 'draft');
  const from = version === 'draft' ? draft : versions;
  const published = versions.data?.find((each) => each.version === version)?.definition;
  const definition = version === 'draft' ? draft.data : published;
  return (
    <Loaded from={from as { data: unknown; error: unknown; refetch(): Promise<unknown> }} rows={6}>
      {() =>
        isObject(definition) ? (
          <div className={css.graph}>
            <Suspense fallback={<Loading label={t('shell.loading')} rows={6} />}>
              <FlowGraph
                {...{ definition: definition as JsonObject, marks, label }}
                selected={selected === undefined ? [] : [selected]}
                {...(onSelect && { onSelect: ([step]: string[]) => step !== undefined && onSelect(step) })}
              />
            </Suspense>
          </div>
        ) : (
          <Empty title={t('versions.no_graph')} />
        )
      }
    </Loaded>
  );
}

function useDraft(subject: Subject, isOn: boolean) {
  const project_id = useProjectId();
  return useQuery({
    queryKey: [
      'get',
      subject === undefined ? paths.scenarioEditor : paths.workflowEditor,
      { project_id, subject },
      'graph',
    ],
    enabled: isOn,
    queryFn: async ({ signal }): Promise<unknown> => {
      const { data } =
        subject === undefined
          ? await api.GET(paths.scenarioEditor, { signal, params: { path: { project_id } } })
          : await api.GET(paths.workflowEditor, { signal, params: { path: { project_id, slug: subject } } });
      return data?.definition ?? null;
    },
  });
}
