import { useNavigate } from '@tanstack/react-router';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Field } from '../kit/field.tsx';
import { Switch } from '../kit/switch.tsx';
import { say } from '../kit/toast.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { asNew, chosenSlug, SlugField, unlessTaken } from '../shell/slug-field.tsx';
import { t } from '../text/text.ts';
import { ColumnsField, type DraftColumn } from './columns-field.tsx';
import { rowsPath, type Table, tablePath, tablesPath } from './paths.ts';

interface Values {
  name: string;
  columns: DraftColumn[];
  enforce: boolean;
}

const bodyOf = ({ name, columns, enforce }: Values) => ({
  ...{ name, enforce },
  // A line without a name is none.
  columns: columns.filter((column) => column.name.trim() !== ''),
});

/** The short names of all tables: a PUT to one of them would change that table. */
async function takenSlugs(project_id: string): Promise<string[]> {
  const taken: string[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const params: { path: { project_id: string }; query: { offset: number } } = {
      path: { project_id },
      query: { offset },
    };
    const page: Shape<'TablePage'> = (await api.GET(tablesPath, { params })).data!;
    taken.push(...page.items.map(({ id }) => id));
    offset = page.next_offset;
  }
  return taken;
}

/** Makes a table with its columns, and opens it. @param taken the short names that are known to be there */
export function NewTable({ taken, onClose }: { taken: readonly string[]; onClose(): void }) {
  const project_id = useProjectId();
  const navigate = useNavigate();
  const initial = {
    ...{ name: '', slug: '', enforce: true },
    columns: [{ name: '', type: 'text', required: false, description: '' }] as DraftColumn[],
  };
  const form = useForm(initial, async (values) => {
    const slug = chosenSlug(values, await takenSlugs(project_id), 'table');
    const body = bodyOf(values);
    await unlessTaken(
      api.PUT(tablePath, {
        ...asNew(project_id, slug),
        body: { ...body, enforce: body.enforce && body.columns.length > 0 },
      }),
    );
    void renew(tablesPath);
    void navigate({ to: `/p/${project_id}/tables/${slug}`, search: keepEnvironment } as never);
  });
  return (
    <FormDialog title={t('tables.new')} verb={t('tables.make')} form={form} onClose={onClose} isWide>
      <Field label={t('tables.name')} autoFocus {...form.bind('name')} />
      <SlugField form={form} taken={taken} other="table" />
      <ColumnsField {...form.bind('columns')} faultOf={(path) => form.fault(`columns.${path}`)} />
      <EnforceField {...form.bind('enforce')} />
    </FormDialog>
  );
}

/** Changes the name of a table and its columns. Rows stay as they are. */
export function ChangeTable({ table, onClose }: { table: Table; onClose(): void }) {
  const project_id = useProjectId();
  const { id: slug, name, columns, enforce } = table;
  const form = useForm<Values>({ name, columns, enforce }, async (values) => {
    await api.PUT(tablePath, { params: { path: { project_id, slug } }, body: bodyOf(values) });
    void renew(tablePath, tablesPath, rowsPath);
    say(t('shell.saved'));
    onClose();
  });
  return (
    <FormDialog title={t('tables.change')} verb={t('shell.save')} form={form} onClose={onClose} isWide>
      <Field label={t('tables.name')} {...form.bind('name')} />
      <ColumnsField {...form.bind('columns')} faultOf={(path) => form.fault(`columns.${path}`)} />
      <EnforceField {...form.bind('enforce')} />
      <p>{t('tables.change_text')}</p>
    </FormDialog>
  );
}

interface EnforceFieldProps {
  value: boolean;
  onChange(value: boolean): void;
  fault: string | undefined;
}

const EnforceField = ({ value, onChange, fault }: EnforceFieldProps) => (
  <>
    <Switch label={t('tables.enforce')} isSelected={value} onChange={onChange} />
    {fault && <p role="alert">{fault}</p>}
  </>
);
