import { Gavel } from 'lucide-react';
import { useEnvironment } from '../api/project.ts';
import { Row, Rows, Section } from '../kit/page.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo } from '../text/format.ts';
import { t } from '../text/text.ts';
import { type Approval, usePendingApprovals } from './approvals.ts';
import { Decide } from './decide.tsx';

/** What dialogs and runs of the environment ask somebody to decide. */
export function useDecisions(): readonly Approval[] {
  const environment = useEnvironment();
  return usePendingApprovals(true).filter((each) => each.environment === environment);
}

/** All that is to be decided; nothing if nothing is. */
export function Decisions() {
  const asked = useDecisions();
  if (asked.length === 0) return null;
  return (
    <Section title={t('runs.decisions')}>
      <Rows label={t('runs.decisions')}>
        {asked.map((approval) => (
          <DecisionRow key={approval.id} approval={approval} />
        ))}
      </Rows>
    </Section>
  );
}

/** One question, with the two answers to it. */
export function DecisionRow({ approval }: { approval: Approval }) {
  const { text, step, run_id: run, created_at: since, expires_at: until } = approval;
  return (
    <Row
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
}
