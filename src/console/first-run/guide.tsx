import { Check, ExternalLink } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { AnswerStep } from './answer-step.tsx';
import { ChannelStep } from './channel-step.tsx';
import { chatAddress } from './chat.ts';
import css from './guide.module.css';
import { begin, finish, isPutAway, putAway, wasBegun } from './put-away.ts';
import { SampleButton } from './sample-button.tsx';
import { type Progress, useProgress } from './use-progress.ts';

// A first visit has no room for what comes later.
const ScenarioStep = lazy(async () => ({ default: (await import('./scenario-step.tsx')).ScenarioStep }));
const WhatNext = lazy(async () => ({ default: (await import('./what-next.tsx')).WhatNext }));

/** Which of the three steps are done. */
const doneOf = ({ conversation, version, isAnswered }: Progress) => [
  conversation !== undefined,
  version !== undefined,
  isAnswered,
];

/**
 * Leads from an empty project to an answered chat, in three steps; shown until they are done or somebody puts it away.
 * @param isFirst nothing on the page comes before it, so that its button is the main one
 */
export function Guide({ isFirst }: { isFirst: boolean }) {
  const projectId = useProjectId();
  const [isAway, setAway] = useState(() => isPutAway(projectId));
  const away = (isNow: boolean) => {
    putAway(projectId, isNow);
    setAway(isNow);
  };
  if (isAway)
    return (
      <div id="guide">
        <Button look="quiet" onPress={() => away(false)}>
          {t('guide.show')}
        </Button>
      </div>
    );
  return <Steps projectId={projectId} look={isFirst ? 'main' : 'plain'} onAway={() => away(true)} />;
}

interface StepsProps {
  projectId: string;
  /** Of the button of the current step. */
  look: 'main' | 'plain';
  onAway(): void;
}

function Steps({ projectId, look, onAway }: StepsProps) {
  const { progress, error, again } = useProgress();
  const [wasOpen, setOpen] = useState(() => wasBegun(projectId));
  const [isOver, setOver] = useState(false);
  const [showsChat, setShowsChat] = useState(false);
  if (error) return <ProblemNotice error={error} again={again} />;
  if (!progress) return null;
  const done = doneOf(progress);
  const count = done.filter(Boolean).length;
  const isAll = count === done.length;
  // Whoever had done all of it before sees nothing; whoever does it now sees that it is done, also after they were in the inbox.
  if (isOver || (isAll && !wasOpen)) return null;
  if (!isAll && !wasOpen) {
    begin(projectId);
    setOpen(true);
  }
  const end = () => {
    finish(projectId);
    setOver(true);
  };
  const current = done.indexOf(false);
  const { chat } = progress;
  return (
    <section id="guide" className={css.guide} aria-labelledby="guide-title">
      <header className={css.head}>
        <h2 id="guide-title">{t('guide.title')}</h2>
        <span className={css.count}>{t('guide.done_of', { done: count, all: done.length })}</span>
        <Button look="quiet" onPress={isAll ? end : onAway}>
          {t(isAll ? 'shell.close' : 'guide.hide')}
        </Button>
      </header>
      <div className={css.columns} data-chat={chat !== undefined}>
        <ol className={css.steps}>
          <Step number={1} title={t('guide.channel')} isDone={done[0]!} isCurrent={current === 0}>
            <ChannelStep {...{ progress, look }} onMade={() => setShowsChat(true)} />
          </Step>
          <Step number={2} title={t('guide.scenario')} isDone={done[1]!} isCurrent={current === 1}>
            <ScenarioStep {...{ progress, look }} />
          </Step>
          <Step number={3} title={t('guide.answer')} isDone={done[2]!} isCurrent={current === 2}>
            <AnswerStep progress={progress} />
          </Step>
          {isAll && (
            <li>
              <Notice look="good" title={t('guide.all_done')}>
                {t('guide.all_done_text')}
              </Notice>
              <Suspense>
                <WhatNext chat={chat} />
              </Suspense>
            </li>
          )}
        </ol>
        {chat && <TryChat id={chat.id} isShown={showsChat} onShow={() => setShowsChat(true)} />}
      </div>
      {!isAll && (
        <footer className={css.foot}>
          <span>{t('guide.rather_look')}</span>
          <SampleButton look="quiet" />
        </footer>
      )}
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  isCurrent: boolean;
  children: ReactNode;
}

/** A step: the current one, and what came of those that are done. */
function Step({ number, title, isDone, isCurrent, children }: StepProps) {
  return (
    <li className={css.step} aria-current={isCurrent ? 'step' : undefined}>
      <span className={css.mark} data-done={isDone}>
        {isDone ? <Check size={16} aria-label={t('overview.status_ok')} /> : number}
      </span>
      <div className={css.body}>
        <h3>{title}</h3>
        <Suspense>{(isDone || isCurrent) && children}</Suspense>
      </div>
    </li>
  );
}

/** The chat as visitors see it. It takes the focus when it opens, so it opens when somebody wants it. */
function TryChat({ id, isShown, onShow }: { id: string; isShown: boolean; onShow(): void }) {
  return (
    <div className={css.chat}>
      {isShown ? (
        <iframe className={css.frame} src={chatAddress(id)} title={t('guide.as_visitor')} />
      ) : (
        <div className={css.closed}>
          <p>{t('guide.as_visitor')}</p>
          <Button onPress={onShow}>{t('guide.show_chat')}</Button>
        </div>
      )}
      <a className={css.tab} href={chatAddress(id)} target="_blank" rel="noreferrer">
        {t('guide.in_tab')}
        <ExternalLink size={16} aria-hidden="true" />
      </a>
    </div>
  );
}
