import { type ReactNode, useEffect, useRef } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { More } from '../kit/more.tsx';
import { Badge, Notice } from '../kit/states.tsx';
import { SkipButton, Value } from '../runs/index.ts';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { Composer } from './composer.tsx';
import { talkPath } from './conversation.ts';
import { SaidView } from './said-view.tsx';
import { inOrder, isBusy, leftBySteps, openButtons } from './talk.ts';
import css from './trial.module.css';
import { useSay } from './use-say.ts';

type Talk = Shape<'TestConversation'>;

/** What was said, a field for the next words, and beside it where the draft stands, what is to be known of it, and what its steps have left. */
export function TalkView({ talk, notices }: { talk: Talk; notices: ReactNode }) {
  const { messages } = talk;
  const say = useSay(talk.identity_id);
  const log = useRef<HTMLDivElement>(null);
  const buttonsOf = openButtons(messages);
  const count = messages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new stands at the end.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count]);
  return (
    <div className={css.columns}>
      <section className={css.talk} aria-label={t('trial.talk')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <div ref={log} className={css.log} role="log" tabIndex={0} aria-label={t('trial.said')}>
          {talk.next_offset !== null && <p className={css.note}>{t('trial.last_only')}</p>}
          {count === 0 && <p className={css.note}>{t('trial.nothing_said')}</p>}
          {inOrder(messages).map((said) => (
            <SaidView
              key={said.id}
              said={said}
              onPress={
                said.id === buttonsOf && !say.isPending
                  ? (index, words) => say.press(said.id, index, words)
                  : undefined
              }
            />
          ))}
          {(isBusy(messages) || say.isPending) && <p className={css.note}>{t('trial.works')}</p>}
        </div>
        <Composer say={say} identityId={talk.identity_id} />
      </section>
      <Standing talk={talk} notices={notices} />
    </div>
  );
}

/** Where the draft stands, why, and what templates of later steps can read. */
function Standing({ talk, notices }: { talk: Talk; notices: ReactNode }) {
  const { dialog, messages, started_at: since, identity_id } = talk;
  const project_id = useProjectId();
  const until = dialog?.held ? dialog.held.until : dialog?.state === 'waiting' && dialog.waiting?.until;
  const left = leftBySteps(messages);
  return (
    <aside className={css.aside} aria-label={t('trial.standing')}>
      {notices}
      <h2>{t('trial.standing')}</h2>
      {dialog === null ? (
        <p className={css.note}>{t('trial.not_begun', { when: showMoment(since) })}</p>
      ) : (
        <>
          <p className={css.line}>
            <Badge look={dialog.state === 'failed' ? 'bad' : dialog.state === 'ended' ? 'good' : 'plain'}>
              {t(`trial.state_${dialog.state}`)}
            </Badge>
            {dialog.step && <code>{dialog.step}</code>}
          </p>
          {dialog.waiting && <p>{waitWords(dialog.waiting)}</p>}
          {dialog.held && <Notice look="warn">{t('trial.held')}</Notice>}
          {until && (
            <SkipButton
              until={until}
              skip={() =>
                api.POST(`${talkPath}/skip`, {
                  params: { path: { project_id, identity_id } },
                  body: { until },
                })
              }
              renew={() => renew(talkPath)}
            />
          )}
          {dialog.error && (
            <Notice look="bad">
              <p>{dialog.error.message}</p>
              <code>{dialog.error.code}</code>
            </Notice>
          )}
        </>
      )}
      <h2>{t('trial.left')}</h2>
      {left.length === 0 && <p className={css.note}>{t('trial.left_nothing')}</p>}
      {left.map(([step, output]) => (
        <More key={step} title={step}>
          <Value name={`steps.${step}`} value={output} />
        </More>
      ))}
    </aside>
  );
}

function waitWords({ for: what, until }: NonNullable<NonNullable<Talk['dialog']>['waiting']>): string {
  if (what === 'timer' && until) return t('waits.until', { when: showMoment(until) });
  const words = t(`trial.waits_${what}`);
  return until ? `${words} ${t('trial.at_most', { when: showMoment(until) })}` : words;
}
