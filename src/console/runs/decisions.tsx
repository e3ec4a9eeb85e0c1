import { Gavel } from 'lucide-react';
import { useEnvironment } from '../api/project.ts';
import { Row, Rows, Section } from '../kit/page.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo } from '../text/format.ts';
import { t } from '../text/text.ts';
import { usePendingApprovals } from './approvals.ts';
import { Decide } from './decide.tsx';

/** What dialogs and runs of the environment ask somebody to decide; nothing if they ask nothing. */
export function Decisions() {
  const environment = useEnvironment();
  const asked = usePendingApprovals(true).filter((each) => each.environment === environment);
  if (asked.length === 0) return null;
  return (
    <Section title={t('runs.decisions')}>
      <Rows label={t('runs.decisions')}>
        {asked.map((approval) => {
          const { id, text, step, run_id: run, created_at: since, expires_at: until } = approval;
          return (
            <Row
              key={id}
              icon={<Gavel size={16} />}
              title={text}
              about={
                <>
                  {t('runs.asked_by', { step, when: showAgo(since) })}
                  {until && ` · ${t('runs.decide_until', { when: showAgo(until) })}`}
                </>
              }
              end={
                <>
                  {run && (
                    <ToPage to={`runs/${run}`} look="quiet">
                      {t('runs.to_run')}
                    </ToPage>
                  )}
                  <Decide approval={approval} />
                </>
              }
            />
          );
        })}
      </Rows>
    </Section>
  );
}
