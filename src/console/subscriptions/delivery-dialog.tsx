import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Facts } from '../kit/facts.tsx';
import { Row, Rows } from '../kit/page.tsx';
import { say } from '../kit/toast.tsx';
import { HeardAnswer } from '../shell/heard-answer.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showMoment, showNumber } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { DeliveryBadge } from './deliveries.tsx';
import css from './subscriptions.module.css';
import { answerOf, type Delivery, deliveriesPath } from './subscriptions.ts';

/** A delivery with its attempts, and the way to another one. */
export function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const project_id = useProjectId();
  const { id, type, status, attempts, next_attempt_at: next, created_at } = delivery;
  const again = queries.useMutation('post', '/api/owner/projects/{project_id}/deliveries/{id}/redeliver', {
    onSuccess: () => {
      void renew(deliveriesPath);
      say(t('deliveries.queued'));
    },
  });
  const last = answerOf(attempts.at(-1));
  return (
    <Dialog title={word('event_kind', type)} isOpen onClose={onClose} isWide>
      <div className={css.parts}>
        <Facts
          facts={[
            [t('deliveries.status'), <DeliveryBadge key="status" delivery={delivery} />],
            [t('deliveries.at'), showMoment(created_at)],
            [t('deliveries.next'), next && showMoment(next)],
            [t('deliveries.kind'), <code key="kind">{type}</code>],
            [t('deliveries.id'), <code key="id">{id}</code>],
          ]}
        />
        {attempts.length === 0 ? (
          <p>{t('deliveries.no_attempt')}</p>
        ) : (
          <Rows label={t('deliveries.attempts')}>
            {[...attempts].reverse().map(({ n, at, duration_ms, status: answered, error }) => (
              <Row
                key={n}
                title={
                  answered === null
                    ? (error ?? t('deliveries.no_answer'))
                    : t('deliveries.answered', { status: answered })
                }
                about={[
                  t('deliveries.attempt', { n }),
                  showMoment(at),
                  t('log.ms', { ms: showNumber(duration_ms) }),
                ].join(' · ')}
              />
            ))}
          </Rows>
        )}
        <HeardAnswer answer={last} />
        <ProblemNotice error={again.error} />
      </div>
      <DialogButtons>
        <Button onPress={onClose}>{t('shell.close')}</Button>
        {(status === 'succeeded' || status === 'failed') && (
          <Button
            look="main"
            isPending={again.isPending}
            onPress={() => again.mutate({ params: { path: { project_id, id } } })}
          >
            {t('deliveries.again')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
