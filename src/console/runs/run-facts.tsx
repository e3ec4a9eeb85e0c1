import { useMay } from '../api/project.ts';
import { Facts } from '../kit/facts.tsx';
import { Section } from '../kit/page.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { type Run, showVersion } from './run.ts';
import { Value } from './value.tsx';

/** What the run is: where it comes from, what it was given, what it gave. */
export function RunFacts({ run }: { run: Run }) {
  const mayBuild = useMay('build');
  const { run_id: id, workflow, version, input, output, identity_id: account, rerun_of: earlier } = run;
  const { started_by: by, event } = run;
  const { created_at: made, started_at: begun, finished_at: ended } = run;
  return (
    <Section title={t('runs.about')}>
      <Facts
        facts={[
          [t('runs.workflow'), <code key="workflow">{workflow}</code>],
          [t('runs.version'), showVersion(version)],
          [t('runs.started_by'), by && <code>{by}</code>],
          [t('runs.made'), showMoment(made)],
          [t('runs.begun'), begun && showMoment(begun)],
          [t('runs.ended'), ended && showMoment(ended)],
          [t('runs.account'), account && <code>{account}</code>],
          [t('runs.again_of'), earlier && <ToPage to={`runs/${earlier}`}>{earlier}</ToPage>],
          [
            t('runs.again_as'),
            <ToPage key="again" to="runs" search={{ again: id }}>
              {t('runs.look_for_them')}
            </ToPage>,
          ],
          [
            t('runs.log'),
            mayBuild && (
              <ToPage to="audit" search={{ subject: id }}>
                {t('runs.to_log')}
              </ToPage>
            ),
          ],
          [t('runs.id'), <code key="id">{id}</code>],
        ]}
      />
      {run.hidden === undefined && <Value name={t('runs.input')} value={input} />}
      {event && <Value name={t('runs.event')} value={event} />}
      <Value name={t('runs.output')} value={output} />
    </Section>
  );
}
