import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { showAgo } from '../text/format.ts';
import { t } from '../text/text.ts';
import { showTime } from './days.ts';
import type { Conversation } from './filters.ts';
import css from './thread.module.css';
import type { Acts } from './use-acts.ts';
import type { Bot } from './use-bot.ts';

interface LeadProps {
  conversation: Conversation;
  standing: Shape<'DialogStanding'> | undefined;
  acts: Acts;
  bot: Bot;
}

/** Who leads the dialog, and the act that changes it. */
export function Lead({ conversation, standing, acts, bot }: LeadProps) {
  const { waiting_since: waiting, unanswered_since: unanswered, assignee } = conversation;
  const { isThere: hasBot, next } = bot;
  const held = standing?.held;
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
  if (!bot.isKnown) return <div data-lead="" className={css.lead} />;
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
        {bot.failedAt !== undefined
          ? t('inbox.bot_failed', { step: bot.failedAt })
          : bot.at !== undefined
            ? t('inbox.bot_at', { step: bot.at })
            : t('inbox.bot_idle')}
      </span>
      {take('plain')}
    </div>
  );
}
