import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import type { ChangeAddress } from '../kit/address.ts';
import { Section } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Badge, Notice } from '../kit/states.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { showMoment } from '../text/format.ts';
import { t, textFor, word } from '../text/text.ts';
import { marksOfChanges } from './marks.ts';
import { paths, type Subject } from './subject.tsx';
import { VersionGraph } from './version-graph.tsx';
import css from './versions.module.css';

type Difference = Shape<'DefinitionDifference'>;

/** What differs between two versions, or between one and the draft. */
export function useDifference(subject: Subject, from: string, to: string) {
  const project_id = useProjectId();
  const query = { from, to };
  return useQuery({
    queryKey: [
      'get',
      subject === undefined ? paths.scenarioCompare : paths.workflowCompare,
      { project_id, subject, from, to },
    ],
    queryFn: async ({ signal }): Promise<Difference> => {
      const { data } =
        subject === undefined
          ? await api.GET(paths.scenarioCompare, { signal, params: { path: { project_id }, query } })
          : await api.GET(paths.workflowCompare, {
              signal,
              params: { path: { project_id, slug: subject }, query },
            });
      return data!;
    },
  });
}

interface ComparedProps {
  subject: Subject;
  /** Of the published versions, newest first. */
  numbers: readonly number[];
  from: string;
  to: string;
  onChange: ChangeAddress;
}

/** What differs between two versions, or between one and the draft: step by step, what stood there and what stands there. */
export function Compared({ subject, numbers, from, to, onChange }: ComparedProps) {
  const difference = useDifference(subject, from, to);
  const options: [string, string][] = [
    ['draft', t('runs.draft')],
    ...numbers.map((n): [string, string] => [String(n), t('runs.version_n', { version: n })]),
  ];
  return (
    <Section
      title={t('versions.differences')}
      acts={
        <>
          <Select
            label={t('versions.from')}
            isLabelHidden
            value={from}
            options={options}
            onChange={(next) => onChange({ from: next })}
          />
          <span aria-hidden="true">→</span>
          <Select
            label={t('versions.to')}
            isLabelHidden
            value={to}
            options={options}
            onChange={(next) => onChange({ to: next })}
          />
        </>
      }
    >
      <Loaded from={difference}>
        {(found) => (
          <Tabs
            label={t('runs.shown_as')}
            at="as"
            tabs={[
              { id: 'fields', name: t('versions.by_field'), content: <Changes difference={found} /> },
              {
                ...{ id: 'graph', name: t('runs.on_graph') },
                content: (
                  <VersionGraph
                    subject={subject}
                    version={found.to.version ?? 'draft'}
                    marks={marksOfChanges(found.steps)}
                    label={t('versions.differences')}
                  />
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}

/** The steps that differ, with what stood in each field and what stands there. */
export function Changes({ difference: { to, steps, document } }: { difference: Difference }) {
  if (steps.length === 0 && document.length === 0) return <Notice look="plain">{t('versions.same')}</Notice>;
  return (
    <>
      {to.version === null && to.by && to.at && (
        <p className={css.note}>{t('versions.draft_of', { by: to.by, when: showMoment(to.at) })}</p>
      )}
      <ul className={css.changes} aria-label={t('versions.differences')}>
        {steps.map(({ id, type, change, moved, paths: changed }) => (
          <li key={id + change} className={css.change}>
            <p className={css.title}>
              <strong>{id}</strong>
              <span className={css.note}>{word('steptype', type)}</span>
              <Badge look={change === 'added' ? 'good' : change === 'removed' ? 'bad' : 'warn'}>
                {t(`versions.${change}`)}
              </Badge>
              {moved && <Badge>{t('versions.moved')}</Badge>}
            </p>
            <Fields changes={changed} />
          </li>
        ))}
        {document.length > 0 && (
          <li className={css.change}>
            <p className={css.title}>
              <strong>{t('versions.document')}</strong>
            </p>
            <Fields changes={document} />
          </li>
        )}
      </ul>
    </>
  );
}

/** A path as the form says it. Below a field stand names that authors chose, which stay as they are. */
const pathWords = (path: readonly (string | number)[]): string =>
  path
    .map((part, i) => {
      if (typeof part === 'number') return String(part + 1);
      const isField = i === 0 || typeof path[i - 1] === 'number';
      return isField ? textFor('flow_field', part, part) : part;
    })
    .join(' › ');

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Each field with what stood there and what stands there. */
const Fields = ({ changes }: { changes: readonly Shape<'DefinitionChange'>[] }) =>
  changes.length > 0 && (
    <dl className={css.fields}>
      {changes.map(({ path, change, before, after }) => (
        <div key={path.join('.')} className={css.field}>
          <dt>
            <span title={path.join('.')}>{pathWords(path)}</span>
          </dt>
          <dd>
            {change !== 'added' && <del>{show(before)}</del>}
            {change !== 'removed' && <ins>{show(after)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
