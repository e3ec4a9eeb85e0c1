import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Badge, Loading } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showAgo, showNumber } from '../text/format.ts';
import { t, word } from '../text/text.ts';

const path = '/api/owner/projects/{project_id}/queue';
/** The age of what waits grows without an event. */
const everyMs = 15_000;
/** Work that is due for longer is late: a queue moves within seconds. */
const lateMs = 60_000;

/** How much work waits, and since when. */
export function Queue() {
  const projectId = useProjectId();
  const { data, error, refetch } = queries.useQuery('get', path, below(projectId), {
    refetchInterval: everyMs,
  });
  useRenewals(projectId, /^(?:message|job|run|delivery|refund|payment)\./, path);
  if (!data)
    return (
      <Section title={t('overview.queue')}>
        {error ? (
          <ProblemNotice error={error} again={() => void refetch()} />
        ) : (
          <Loading label={t('shell.loading')} rows={1} />
        )}
      </Section>
    );
  const waiting = data.items.filter(({ queued, running }) => queued + running > 0);
  const oldest = waiting.flatMap(({ oldest_due_at: at }) => at ?? []).sort()[0];
  const isLate = oldest !== undefined && Date.now() - Date.parse(oldest) > lateMs;
  return (
    <Section
      title={t('overview.queue')}
      acts={
        <Badge look={isLate ? 'warn' : 'good'}>
          {oldest
            ? t('overview.queue_oldest', { when: showAgo(oldest) })
            : t(waiting.length > 0 ? 'overview.queue_none_due' : 'overview.queue_empty')}
        </Badge>
      }
    >
      {waiting.length > 0 && (
        <Rows label={t('overview.queue')}>
          {waiting.map(({ kind, queued, running, oldest_due_at: at }) => (
            <Row
              key={kind}
              title={word('work', kind)}
              about={at && t('overview.queue_oldest', { when: showAgo(at) })}
              end={t('overview.queue_counts', {
                queued: `${data.exact ? '' : '≥ '}${showNumber(queued)}`,
                running: showNumber(running),
              })}
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}
