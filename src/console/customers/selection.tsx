import { Tag } from 'lucide-react';
import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { changeRows } from '../api/pages.ts';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { SelectionBar } from '../kit/selection-bar.tsx';
import { say } from '../kit/toast.tsx';
import { Tokens } from '../kit/tokens.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import type { CustomerRow } from './list-columns.tsx';
import { useKnownTags } from './list-filters.ts';
import { countPath, customersPath } from './live-list.ts';

interface SelectionProps {
  rows: readonly CustomerRow[];
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

/** What can be done with the customers who are selected, in a bar at the bottom. */
export function Selection({ rows, selected, onSelect }: SelectionProps) {
  const [isTagging, setTagging] = useState(false);
  const chosen = rows.filter(({ id }) => selected.has(id));
  if (chosen.length === 0) return null;
  return (
    <SelectionBar
      words={t('customers.selected', { count: chosen.length })}
      onClear={() => onSelect(new Set())}
    >
      <Button look="main" onPress={() => setTagging(true)}>
        <Tag size={16} aria-hidden="true" />
        {t('customers.change_tags')}
      </Button>
      {isTagging && (
        <TagDialog
          rows={chosen}
          onClose={() => setTagging(false)}
          onDone={() => {
            setTagging(false);
            onSelect(new Set());
          }}
        />
      )}
    </SelectionBar>
  );
}

/** The API takes so many at once. */
const mostAtOnce = 1000;

interface Change {
  ids: readonly string[];
  add: readonly string[];
  remove: readonly string[];
}

/** Sends changes of tags. @returns how many customers were changed */
async function sendChanges(projectId: string, changes: readonly Change[]): Promise<number> {
  let changed = 0;
  for (const { ids, add, remove } of changes) {
    for (let from = 0; from < ids.length; from += mostAtOnce) {
      const { data } = await api.POST(`${customersPath}/tags`, {
        params: { path: { project_id: projectId } },
        body: { profile_ids: ids.slice(from, from + mostAtOnce), add: [...add], remove: [...remove] },
      });
      changed += data?.changed ?? 0;
    }
  }
  renew(`${customersPath}/tags`, countPath);
  return changed;
}

/** What takes a change back: each tag only where the change added it or took it away. */
function opposite(rows: readonly CustomerRow[], { add, remove }: Omit<Change, 'ids'>): Change[] {
  const without = (tag: string) => rows.filter(({ tags }) => !tags.includes(tag)).map(({ id }) => id);
  const having = (tag: string) => rows.filter(({ tags }) => tags.includes(tag)).map(({ id }) => id);
  return [
    ...add.map((tag) => ({ ids: without(tag), add: [], remove: [tag] })),
    ...remove.map((tag) => ({ ids: having(tag), add: [tag], remove: [] })),
  ];
}

function showTags(
  rows: readonly CustomerRow[],
  change: (tags: readonly string[], row: CustomerRow) => string[],
) {
  const ids = new Set(rows.map(({ id }) => id));
  changeRows<CustomerRow>(customersPath, (row) =>
    ids.has(row.id) ? { ...row, tags: change(row.tags, row) } : row,
  );
}

function TagDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly CustomerRow[];
  onClose(): void;
  onDone(): void;
}) {
  const projectId = useProjectId();
  const known = useKnownTags();
  const form = useForm<{ add: readonly string[]; remove: readonly string[] }>(
    { add: [], remove: [] },
    async ({ add, remove }) => {
      const changed = await sendChanges(projectId, [{ ids: rows.map(({ id }) => id), add, remove }]);
      showTags(rows, (tags) => [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])]);
      onDone();
      const undo = async () => {
        await sendChanges(projectId, opposite(rows, { add, remove }));
        const before = new Map(rows.map(({ id, tags }) => [id, tags]));
        showTags(rows, (tags, { id }) => [...(before.get(id) ?? tags)]);
      };
      say(t('customers.tagged', { count: changed }), {
        name: t('customers.undo'),
        act: () => void undo().catch((error: Error) => say(error.message)),
      });
    },
  );
  const theirs = [...new Set(rows.flatMap(({ tags }) => tags))].sort();
  return (
    <FormDialog
      title={t('customers.tags_of', { count: rows.length })}
      verb={t('customers.change_tags')}
      form={form}
      onClose={onClose}
    >
      <Tokens
        label={t('customers.tags_add')}
        placeholder={t('customers.tag')}
        values={form.values.add}
        onChange={(add) => form.set({ add })}
        suggestions={known}
        fault={form.fault('add')}
      />
      <Tokens
        label={t('customers.tags_remove')}
        placeholder={t('customers.tag')}
        values={form.values.remove}
        onChange={(remove) => form.set({ remove })}
        suggestions={theirs}
        fault={form.fault('remove')}
      />
    </FormDialog>
  );
}
