import { useMemo } from 'react';
import { usePages } from '../api/pages.ts';
import { usePerson } from '../api/session.ts';
import type { Shape } from '../api/shapes.ts';
import { type Filter, FilterBar, momentsOf, useFilters } from '../kit/filters.tsx';
import type { Column } from '../kit/grid.tsx';
import { Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { showDay, showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';

type Entry = Shape<'InstallationEntry'>;
type Kind = Entry['kind'];

/** Each kind with the name of its text; the compiler says which are missing. */
const kinds: Record<Kind, string> = {
  'session.begun': t('account.kind_session_begun'),
  'session.ended': t('account.kind_session_ended'),
  'login.failed': t('account.kind_login_failed'),
  'password.changed': t('account.kind_password_changed'),
  'password.reset_requested': t('account.kind_password_reset_requested'),
  'password.reset': t('account.kind_password_reset'),
  'factor.added': t('account.kind_factor_added'),
  'factor.removed': t('account.kind_factor_removed'),
  'factor.failed': t('account.kind_factor_failed'),
  'recovery_codes.made': t('account.kind_recovery_codes_made'),
  'recovery_code.used': t('account.kind_recovery_code_used'),
  'token.created': t('account.kind_token_created'),
  'token.revoked': t('account.kind_token_revoked'),
  'invitation.mailed': t('account.kind_invitation_mailed'),
  'invitation.accepted': t('account.kind_invitation_accepted'),
  'project.created': t('account.kind_project_created'),
  'project.deleted': t('account.kind_project_deleted'),
};

const columns = (me: string): Column<Entry>[] => [
  {
    ...{ id: 'kind', name: t('account.what'), width: 'minmax(0, 1.5fr)', narrow: 'title' },
    text: ({ kind, count }) => (count > 1 ? `${kinds[kind]} × ${count}` : kinds[kind]),
  },
  {
    ...{ id: 'person', name: t('account.who'), width: 'minmax(0, 0.8fr)' },
    text: ({ person }) => (person?.id === me ? t('team.you') : person?.email),
  },
  {
    ...{ id: 'device', name: t('account.device'), width: 'minmax(0, 1.2fr)' },
    text: ({ device }) => device,
  },
  { id: 'address', name: t('log.address'), width: 'minmax(72px, 0.8fr)', text: ({ address }) => address },
  { id: 'at', name: t('log.at'), width: '160px', text: ({ last_at }) => showMoment(last_at) },
];

const keyOf = ({ id }: Entry) => id;

/** Logins and what changed about ways to get in: one's own, and everybody's for the first owner of the installation. */
export function Happenings() {
  const { id: me } = usePerson();
  const filters = useMemo<Filter[]>(
    () => [
      { key: 'kind', name: t('account.what'), kind: 'choice', options: Object.entries(kinds) },
      { key: 'at', name: t('log.at'), kind: 'days' },
    ],
    [],
  );
  const set = useFilters(filters);
  const { kind, at } = set.values;
  const pages = usePages('/api/owner/audit', {
    query: { ...(kind && { kind: kind as Kind }), ...momentsOf(at) },
  });
  const shown = useMemo(() => columns(me), [me]);
  return (
    <>
      <p>{t('account.log_text')}</p>
      <FilterBar filters={filters} set={set} showDay={showDay} />
      <List
        pages={pages}
        label={t('account.log')}
        columns={shown}
        keyOf={keyOf}
        empty={<Empty title={t('log.nothing_fits')} />}
      />
    </>
  );
}
