import { Link } from '@tanstack/react-router';
import { ArrowLeft, Ellipsis, UserRound } from 'lucide-react';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { showKeys } from '../kit/keys.ts';
import { Menu, type MenuEntry } from '../kit/menu.tsx';
import { Badge } from '../kit/states.tsx';
import { showAgo, showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { type Conversation, nameOf } from './filters.ts';
import { Lead } from './lead.tsx';
import css from './thread.module.css';
import type { Acts } from './use-acts.ts';
import type { Bot } from './use-bot.ts';

interface HeaderProps {
  conversation: Conversation;
  standing: Shape<'DialogStanding'> | undefined;
  acts: Acts;
  me: string;
  bot: Bot;
  listSearch: Record<string, unknown>;
  onCustomer(): void;
}

/** Above the thread: who it is, who sees to it, and what can be done. */
export function ThreadHeader(props: HeaderProps) {
  const { conversation, acts, me, listSearch, onCustomer } = props;
  const projectId = useProjectId();
  const { assignee, team, is_open: isOpen, rating, closed_at: closedAt } = conversation;
  const { unanswered_since: unanswered, customer } = conversation;
  const seesTo = assignee
    ? assignee.id === me
      ? t('inbox.you_see')
      : t('inbox.sees', { name: assignee.email })
    : team
      ? t('inbox.team_sees', { name: team.name })
      : t('inbox.nobody_sees');
  const about = [
    ...[customer.channel.name, seesTo],
    ...(unanswered ? [t('inbox.unanswered', { since: showAgo(unanswered) })] : []),
  ].join(' · ');
  const isLed = acts.lead === 'me';
  const entries: MenuEntry[] = [
    {
      id: 'unread',
      name: t(conversation.is_unread ? 'inbox.mark_read' : 'inbox.mark_unread'),
      hint: 'U',
      act: acts.unread,
    },
    { id: 'tag', name: t('inbox.tag_title'), hint: 'T', act: () => acts.ask('tag') },
    { id: 'hour', name: t(isLed ? 'inbox.back_hour' : 'inbox.hold_hour'), act: () => acts.hold(60) },
    { id: 'day', name: t(isLed ? 'inbox.back_day' : 'inbox.hold_day'), act: () => acts.hold(24 * 60) },
    ...(isOpen ? [{ id: 'rate', name: t('inbox.close_rate'), act: () => acts.ask('close') }] : []),
  ];
  return (
    <header className={css.header}>
      <div className={css.title}>
        <Link
          to={`/p/${projectId}/inbox` as never}
          search={listSearch as never}
          className={css.back ?? ''}
          aria-label={t('inbox.to_list')}
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
        <div className={css.who}>
          <h1>{nameOf(conversation)}</h1>
          <p title={about}>{about}</p>
        </div>
        {rating !== null && (
          <Badge look={rating >= 4 ? 'good' : rating <= 2 ? 'bad' : 'plain'}>
            {t('inbox.rating', { rating })}
          </Badge>
        )}
        {!isOpen && closedAt && (
          <span title={showMoment(closedAt)}>
            <Badge>{t('inbox.closed')}</Badge>
          </span>
        )}
        <div className={css.acts} data-acts>
          <Button onPress={() => acts.ask('assign')}>
            {t('inbox.assign')}
            <kbd className={css.key}>{showKeys('KeyA')}</kbd>
          </Button>
          <Button isPending={acts.pending === 'close'} onPress={isOpen ? acts.close : acts.reopen}>
            {t(isOpen ? 'inbox.close' : 'inbox.reopen')}
            <kbd className={css.key}>{showKeys('KeyE')}</kbd>
          </Button>
          <Menu label={t('inbox.more')} entries={entries}>
            <IconButton label={t('inbox.more')}>
              <Ellipsis size={16} />
            </IconButton>
          </Menu>
          <span className={css.toCustomer}>
            <IconButton label={t('inbox.customer')} onPress={onCustomer}>
              <UserRound size={16} />
            </IconButton>
          </span>
        </div>
      </div>
      <Lead {...props} />
    </header>
  );
}
