import { useRef } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { newKey } from '../api/new-key.ts';
import { hasCode } from '../api/problem.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Code, showJson } from '../kit/code.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Facts } from '../kit/facts.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { LeftOut } from '../shell/left-out.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showMoment, showNumber } from '../text/format.ts';
import { t, textFor, word } from '../text/text.ts';
import css from './receivers.module.css';
import { type Call, callPath, callsPath, isIdle, replayPath } from './receivers.ts';

type Received = Shape<'ReceivedCall'>;

/** A call with what it said and what it moved, and the way to have it handled once more. */
export function CallDialog({ slug, call, onClose }: { slug: string; call: Call; onClose(): void }) {
  const { at, status, reason, count, address, size, request_id: requestId, event_id: eventId } = call;
  // The sender may have changed what it said: kept is the first one.
  const isRepetition = status === 'duplicate';
  return (
    <Dialog title={t('receivers.call')} isOpen onClose={onClose} isWide>
      <div className={css.parts}>
        <Facts
          facts={[
            [t('receivers.at'), showMoment(at)],
            [t('receivers.call_status'), word('call_status', status)],
            [t('receivers.reason'), reason && word('call_reason', reason)],
            [t('receivers.calls'), count > 1 && t('receivers.times', { count })],
            [t('log.address'), address],
            [t('receivers.size'), t('receivers.bytes', { size: showNumber(size) })],
            [t('log.request_id'), <code key="request">{requestId}</code>],
            [
              t(isRepetition ? 'receivers.replay_of' : 'receivers.event_id'),
              eventId && <code>{eventId}</code>,
            ],
          ]}
        />
        {eventId === null || isRepetition ? (
          <DialogButtons>
            <Button onPress={onClose}>{t('shell.close')}</Button>
          </DialogButtons>
        ) : (
          <Kept slug={slug} eventId={eventId} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** What is kept of an accepted call. */
function Kept({ slug, eventId, onClose }: { slug: string; eventId: string; onClose(): void }) {
  const project_id = useProjectId();
  const params = { path: { project_id, slug, event_id: eventId } };
  useRenewals(project_id, /^webhook\./, callPath);
  const kept = queries.useQuery('get', callPath, { params });
  const mayReplay = useMay('own');
  // The same for all presses, so that trying again after a lost connection does it once.
  const key = useRef(newKey());
  const close = <Button onPress={onClose}>{t('shell.close')}</Button>;
  if (hasCode(kept.error, 'call_not_found')) {
    return (
      <>
        <p>{t('receivers.not_kept')}</p>
        <DialogButtons>{close}</DialogButtons>
      </>
    );
  }
  return (
    <Loaded from={kept}>
      {(received) => (
        <>
          <CameOfIt received={received} />
          <LeftOut from={received} />
          {received.hidden === undefined && <Code label={t('receivers.said')} text={showCall(received)} />}
          <DialogButtons>
            {close}
            {received.outcome && mayReplay && (
              <ConfirmButton
                look="main"
                title={t('receivers.replay_title')}
                text={t('receivers.replay_text')}
                verb={t('receivers.replay')}
                act={async () => {
                  await api.POST(replayPath, {
                    params: { ...params, header: { 'idempotency-key': key.current } },
                  });
                  void renew(callsPath);
                  say(t('receivers.replayed'));
                  onClose();
                }}
              >
                {t('receivers.replay')}
              </ConfirmButton>
            )}
          </DialogButtons>
        </>
      )}
    </Loaded>
  );
}

/** What came of a call: the runs that it started, the flows that it moved, or why it failed. */
function CameOfIt({ received: { outcome, replay_of: first } }: { received: Received }) {
  const { runs = [], moved = [], error = null, flows = 0, not_started: rest = [] } = outcome ?? {};
  const more = flows - moved.length;
  return (
    <Facts
      facts={[
        [t('receivers.replay_of'), first && <code>{first}</code>],
        [t('receivers.outcome'), outcome === null && t('receivers.not_handled')],
        [t('receivers.started'), isIdle(outcome) && t('receivers.no_trigger')],
        [t('receivers.error'), error && textFor('call_error', error.code, error.message)],
        [t('receivers.started'), runs.length > 0 && <Flows ids={runs} />],
        ...rest.map(({ workflow, error: why }) => {
          const name = t('receivers.not_started', { name: workflow });
          return [name, textFor('call_error', why.code, why.message)] as const;
        }),
        [t('receivers.moved_on'), moved.length > 0 && <Flows ids={moved} more={more} />],
      ]}
    />
  );
}

/** Runs with a way to each, and accounts of customers whose dialog it was. */
const Flows = ({ ids, more = 0 }: { ids: string[]; more?: number }) => (
  <span className={css.runs}>
    {ids.map((id) =>
      id.startsWith('run_') ? (
        <ToPage key={id} to={`runs/${id}`}>
          {id}
        </ToPage>
      ) : (
        <code key={id}>{id}</code>
      ),
    )}
    {more > 0 && t('receivers.more_runs', { count: more })}
  </span>
);

/** A call as text: its headers, and its body. */
function showCall({ headers, body }: Received): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...head, '', showJson(body)].join('\n');
}
