import type { Shape } from '../api/shapes.ts';
import type { Column } from '../kit/grid.tsx';
import { customerName } from '../profile/index.ts';
import { showMoment, showSince } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './list-columns.module.css';

export type CustomerRow = Shape<'CustomerSummary'>;

/** The types of the channels of a customer, each once. */
const channelsOf = ({ identities }: CustomerRow): string =>
  [...new Set(identities.map(({ channel }) => t(`customers.type_${channel as 'webchat'}`)))].join(', ');

/** The first letter of a name, in the place of a picture. */
export const Initial = ({ name }: { name: string }) => (
  <span className={css.initial} aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
);

/** Tags, as many as there is room for. */
const TagLine = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 && (
    <span className={css.tags} title={tags.join(', ')}>
      {tags.map((tag) => (
        <span key={tag} className={css.tag}>
          {tag}
        </span>
      ))}
    </span>
  );

export const keyOfCustomer = ({ id }: CustomerRow): string => id;

/** The columns of the list, made when the texts are there. */
export const customerColumns = (): readonly Column<CustomerRow>[] => [
  {
    ...{ id: 'name', name: t('customers.name'), width: 'minmax(0, 2fr)', order: 'name' },
    text: customerName,
    cell: (row) => (
      <>
        <Initial name={customerName(row)} />
        <span className={css.name}>{customerName(row)}</span>
      </>
    ),
  },
  { id: 'channels', name: t('customers.channels'), width: 'minmax(0, 1fr)', text: channelsOf },
  { id: 'status', name: t('customers.status'), width: 'minmax(0, 0.7fr)', text: ({ status }) => status },
  {
    ...{ id: 'tags', name: t('customers.tags'), width: 'minmax(0, 1.6fr)', narrow: 'about' as const },
    text: ({ tags }) => tags.join(', '),
    cell: ({ tags }) => <TagLine tags={tags} />,
  },
  {
    ...{ id: 'active', name: t('customers.active'), width: '120px', isNumber: true, order: 'active' },
    narrow: 'end',
    text: ({ active_at }) => active_at,
    cell: ({ active_at }) => <time title={showMoment(active_at)}>{showSince(active_at)}</time>,
  },
  {
    ...{ id: 'came', name: t('customers.came'), width: '96px', isNumber: true, order: 'newest' },
    narrow: 'none',
    text: ({ created_at }) => created_at,
    cell: ({ created_at }) => <time title={showMoment(created_at)}>{showSince(created_at)}</time>,
  },
];
