import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { Button } from '../kit/button.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Badge } from '../kit/states.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showAgo } from '../text/format.ts';
import { t } from '../text/text.ts';

const list = '/api/owner/sessions';

/** Where the person is logged in. */
export function Sessions() {
  const sessions = queries.useQuery('get', list);
  const end = queries.useMutation('delete', `${list}/{session_id}`, { onSuccess: () => renew(list) });
  const endOthers = async () => {
    await api.DELETE(list, { params: { query: { others: true } } });
    await renew(list);
  };
  const hasOthers = (sessions.data?.items.length ?? 0) > 1;
  return (
    <Section
      title={t('account.sessions')}
      acts={
        hasOthers && (
          <ConfirmButton
            title={t('account.end_others_title')}
            text={t('account.end_others_text')}
            verb={t('account.end_others')}
            act={endOthers}
          >
            {t('account.end_others')}
          </ConfirmButton>
        )
      }
    >
      <ProblemNotice error={end.error} />
      <Loaded from={sessions}>
        {({ items }) => (
          <Rows label={t('account.sessions')}>
            {items.map(({ id, current, last_seen_at, address, device, new_device }) => (
              <Row
                key={id}
                title={device || t('account.unknown_device')}
                about={[address, showAgo(last_seen_at)].filter(Boolean).join(' · ')}
                end={
                  <>
                    {new_device && <Badge look="warn">{t('account.new_device')}</Badge>}
                    {current ? (
                      <Badge look="good">{t('account.this_one')}</Badge>
                    ) : (
                      <Button
                        isPending={end.isPending && end.variables.params.path.session_id === id}
                        onPress={() => end.mutate({ params: { path: { session_id: id } } })}
                      >
                        {t('account.end')}
                      </Button>
                    )}
                  </>
                }
              />
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}
