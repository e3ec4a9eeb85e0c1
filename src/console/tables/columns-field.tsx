import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { Button, IconButton } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { Field } from '../kit/field.tsx';
import { Select } from '../kit/select.tsx';
import { t } from '../text/text.ts';
import type { Table } from './paths.ts';
import css from './tables.module.css';

export type DraftColumn = Table['columns'][number];

const types = ['text', 'number', 'integer', 'boolean', 'date', 'json'] as const;

interface ColumnsFieldProps {
  value: readonly DraftColumn[];
  onChange(columns: DraftColumn[]): void;
  /** What the server says of a part of a column: `0.name`. */
  faultOf(path: string): string | undefined;
}

/** The columns of a table, in their order: what each is called, which values it takes, and whether every row needs it. */
export function ColumnsField({ value, onChange, faultOf }: ColumnsFieldProps) {
  const change = (at: number, part: Partial<DraftColumn>) =>
    onChange(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  const move = (at: number, by: number) => {
    const next = [...value];
    next.splice(at + by, 0, ...next.splice(at, 1));
    onChange(next);
  };
  const named = (at: number, what: string) => `${t('tables.column_n', { n: at + 1 })}: ${what}`;
  return (
    <fieldset className={css.columns}>
      <legend>{t('tables.columns')}</legend>
      {value.map((column, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own but their place
        <div key={i} className={css.column}>
          <Field
            label={named(i, t('tables.name'))}
            value={column.name}
            onChange={(name) => change(i, { name })}
            fault={faultOf(`${i}.name`)}
          />
          <Select
            label={named(i, t('tables.type'))}
            value={column.type}
            options={types.map((type) => [type, t(`tables.type_${type}`)] as const)}
            onChange={(type) => change(i, { type })}
            fault={faultOf(`${i}.type`)}
          />
          <Field
            label={named(i, t('tables.description'))}
            value={column.description}
            onChange={(description) => change(i, { description })}
            fault={faultOf(`${i}.description`)}
          />
          <div className={css.columnEnd}>
            <Checkbox
              label={t('tables.required')}
              isSelected={column.required}
              onChange={(required) => change(i, { required })}
            />
            <span className={css.grow} />
            <IconButton label={t('tables.up')} isDisabled={i === 0} onPress={() => move(i, -1)}>
              <ArrowUp size={16} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('tables.down')}
              isDisabled={i === value.length - 1}
              onPress={() => move(i, 1)}
            >
              <ArrowDown size={16} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('kit.token_remove', { name: column.name || String(i + 1) })}
              onPress={() => onChange(value.filter((_, each) => each !== i))}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      ))}
      <div>
        <Button
          look="quiet"
          onPress={() => onChange([...value, { name: '', type: 'text', required: false, description: '' }])}
        >
          <Plus size={16} aria-hidden="true" />
          {t('tables.add_column')}
        </Button>
      </div>
    </fieldset>
  );
}
