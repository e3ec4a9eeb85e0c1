import { useProjectId } from '../api/project.ts';
import { useScenario } from '../api/scenario.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { showAgo } from '../text/format.ts';
import { t } from '../text/text.ts';
import { showTime } from './days.ts';
import type { Conversation } from './filters.ts';
import { shortLine, stepAfter, stepWords } from './step-words.ts';
import css from './thread.module.css';
import type { Message } from './thread.ts';
import type { Acts } from './use-acts.ts';

interface LeadProps {
  conversation: Conversation;
  standing: Shape<'DialogStanding'> | undefined;
  acts: Acts;
  /** What was said, oldest first; undefined until it is read. */
  messages: readonly Message[] | undefined;
}

/** Who leads the dialog, and the act that changes it. */
export function Lead({ conversation, standing, acts, messages }: LeadProps) {
  const { waiting_since: waiting, unanswered_since: unanswered, assignee } = conversation;
  const scenario = useScenario(useProjectId());
  const isKnown = (scenario.data !== undefined || scenario.error !== null) && messages !== undefined;
  const hasBot = scenario.data?.published !== null;
  const held = standing?.held;
  const step = standing?.state === 'waiting' || standing?.state === 'active' ? standing.step : null;
  const version = scenario.data?.published;
  /** As this customer was asked, or else as the step has it for everybody. */
  const wordsOf = (id: string) => {
    const said = messages?.findLast(
      ({ by }) => by && 'step' in by && by.workflow === null && by.step === id,
    )?.text;
    if (said) return shortLine(said);
    return (version && version.version === standing?.version && stepWords(version.definition, id)) || id;
  };
  /** What the bot does once it has the dialog again: it asks once more, or goes on behind the step that asked for a person. */
  const nextWords = () => {
    if (!step) return undefined;
    if (standing?.waiting?.for === 'answer') return t('inbox.asks_again', { step: wordsOf(step) });
    const after = standing?.waiting?.for === 'operator' ? stepAfter(version?.definition, step) : step;
    return after === undefined ? t('inbox.ends_then') : t('inbox.goes_on_at', { step: wordsOf(after) });
  };
  const next = nextWords();
  const take = (look: 'main' | 'plain') => (
    <Button look={look} isPending={acts.pending === 'hold'} onPress={() => acts.hold()}>
      {t('inbox.take_over')}
    </Button>
  );
  // Whoever was answered asks no longer.
  if (waiting && unanswered && acts.lead !== 'me')
    return (
      <div data-lead="" className={css.lead} data-look="warn">
        <span>{t('inbox.waits_for_person', { since: showAgo(waiting) })}</span>
        {take('main')}
      </div>
    );
  if (acts.lead === 'me')
    return (
      <div data-lead="" className={css.lead} data-look="mine">
        <div>
          <span>
            {!hasBot
              ? t('inbox.yours_alone')
              : held?.until && held.by !== null
                ? t('inbox.yours_until', { time: showTime(held.until) })
                : t('inbox.yours')}
          </span>
          {hasBot && next && '. '}
          {hasBot && next && <span>{next}</span>}
        </div>
        <Button isPending={acts.pending === 'release'} onPress={acts.release}>
          {t(hasBot ? 'inbox.give_back' : 'inbox.leave')}
        </Button>
      </div>
    );
  if (acts.lead === 'others' && !standing) return <div data-lead="" className={css.lead} />;
  if (acts.lead === 'others')
    return (
      <div data-lead="" className={css.lead}>
        <span>
          {held?.by
            ? t('inbox.held_by', { name: held.by })
            : t(hasBot ? 'inbox.held_open' : 'inbox.held_alone')}
        </span>
        {take('plain')}
      </div>
    );
  if (!isKnown) return <div data-lead="" className={css.lead} />;
  if (!hasBot || (unanswered && standing?.state !== 'failed'))
    return (
      <div data-lead="" className={css.lead} data-look={unanswered ? 'warn' : undefined}>
        <span>{t(hasBot ? 'inbox.bot_left' : 'inbox.no_bot')}</span>
        {(hasBot || assignee === null) && take(unanswered ? 'main' : 'plain')}
      </div>
    );
  return (
    <div data-lead="" className={css.lead}>
      <span title={standing?.step ? t('inbox.step_id', { step: standing.step }) : undefined}>
        {standing?.state === 'failed'
          ? t('inbox.bot_failed', { step: wordsOf(standing.step ?? '') })
          : step
            ? t('inbox.bot_at', { step: wordsOf(step) })
            : t('inbox.bot_idle')}
      </span>
      {take('plain')}
    </div>
  );
}
