import type { Shape } from '../api/shapes.ts';
import type { Column } from '../kit/grid.tsx';
import { Badge } from '../kit/states.tsx';
import { showMoment, showSince } from '../text/format.ts';
import { showCustomer } from '../text/name.ts';
import { reasonOf } from '../text/reason.ts';
import { t } from '../text/text.ts';

export type DialogRow = Shape<'Dialog'>;

export const dialogsPath = '/api/owner/projects/{project_id}/dialogs';

export const keyOfDialog = ({ identity_id: id }: DialogRow): string => id;

const looks = { idle: 'plain', active: 'plain', waiting: 'plain', failed: 'bad', ended: 'good' } as const;

/** How a dialog stands: that a person has it comes before where the scenario is. */
export const State = ({ dialog: { state, held } }: { dialog: DialogRow }) =>
  held ? (
    <Badge look="warn">{t('dialogs.held_yes')}</Badge>
  ) : (
    <Badge look={looks[state]}>{t(`dialogs.state_${state}`)}</Badge>
  );

/** What the scenario waits for, or why it broke off. */
export function whyOf({ waiting, error }: DialogRow): string {
  if (error) return reasonOf(error);
  if (!waiting) return '';
  const words = t(`dialogs.waits_${waiting.for}`);
  return waiting.until ? t('dialogs.waits_until', { words, when: showMoment(waiting.until) }) : words;
}

/** The columns of the list of dialogs. */
export const dialogColumns = (): readonly Column<DialogRow>[] => [
  { id: 'who', name: t('dialogs.customer'), width: 'minmax(0, 1.2fr)', text: showCustomer },
  {
    ...{ id: 'state', name: t('dialogs.state'), width: '128px', narrow: 'end' as const },
    text: ({ state }) => state,
    cell: (row) => <State dialog={row} />,
  },
  { id: 'step', name: t('runs.step'), text: ({ step }) => step },
  {
    ...{ id: 'why', name: t('dialogs.why'), width: 'minmax(0, 2fr)' },
    text: whyOf,
    cell: (row) => <span title={whyOf(row)}>{whyOf(row)}</span>,
  },
  { id: 'channel', name: t('dialogs.channel'), narrow: 'none', text: ({ channel }) => channel.name },
  {
    ...{ id: 'version', name: t('runs.version'), width: '88px', narrow: 'none' as const },
    text: ({ version }) =>
      version === null ? '' : version < 0 ? t('runs.draft') : t('runs.version_n', { version }),
  },
  {
    ...{ id: 'at', name: t('dialogs.moved'), width: '112px', isNumber: true },
    text: ({ updated_at: at }) => at,
    cell: ({ updated_at: at }) => <time title={showMoment(at)}>{showSince(at)}</time>,
  },
];
