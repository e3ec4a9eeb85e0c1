import { ListFilter } from 'lucide-react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { queries } from '../api/client.ts';
import { below, useEnvironment } from '../api/project.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Select } from '../kit/select.tsx';
import { t } from '../text/text.ts';
import type { InboxSearch } from './filters.ts';
import css from './list.module.css';

interface FilterMenuProps {
  projectId: string;
  search: InboxSearch;
  onSearch(change: Partial<Record<keyof InboxSearch, unknown>>): void;
}

/** Open or closed, by channel and by tag. */
export function FilterMenu({ projectId, search, onSearch }: FilterMenuProps) {
  const environment = useEnvironment();
  const { data } = queries.useQuery('get', '/api/owner/projects/{project_id}/channels', below(projectId));
  const channels = (data?.items ?? [])
    .filter((each) => each.environment === environment)
    .map(({ id, name }) => [id, name] as const);
  const count = [search.closed, search.channel, search.tag].filter(Boolean).length;
  const label = count === 0 ? t('inbox.filter') : t('inbox.filtered', { count });
  return (
    <DialogTrigger>
      {count === 0 ? (
        <IconButton label={label}>
          <ListFilter size={16} />
        </IconButton>
      ) : (
        <Button>
          <ListFilter size={16} />
          {label}
        </Button>
      )}
      <Popover offset={4}>
        <Dialog className={css.popover ?? ''} aria-label={t('inbox.filter')}>
          <Select
            label={t('inbox.openness')}
            value={search.closed ? 'closed' : 'open'}
            options={[
              ['open', t('inbox.open_ones')],
              ['closed', t('inbox.closed_ones')],
            ]}
            onChange={(value) => onSearch({ closed: value === 'closed' || undefined })}
          />
          <Select
            label={t('inbox.channel')}
            value={search.channel ?? ''}
            options={[['', t('inbox.any_channel')], ...channels]}
            onChange={(channel) => onSearch({ channel: channel || undefined })}
          />
          <Field
            label={t('inbox.tag')}
            value={search.tag ?? ''}
            onChange={(tag) => onSearch({ tag: tag.trim() || undefined })}
          />
          {count > 0 && (
            <Button onPress={() => onSearch({ closed: undefined, channel: undefined, tag: undefined })}>
              {t('inbox.clear')}
            </Button>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
