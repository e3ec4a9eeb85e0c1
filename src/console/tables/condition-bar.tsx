import { ListFilter, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { useKeys } from '../kit/keys.ts';
import { Select } from '../kit/select.tsx';
import { t } from '../text/text.ts';
import type { ShownColumn } from './columns.ts';
import { type Comparison, type Condition, comparisons, needsValue } from './conditions.ts';
import css from './tables.module.css';

interface ConditionBarProps {
  columns: readonly ShownColumn[];
  conditions: readonly Condition[];
  set(conditions: readonly Condition[]): void;
  end: ReactNode;
}

/** The conditions that rows fit, as chips. `f` adds another one. */
export function ConditionBar({ columns, conditions, set, end }: ConditionBarProps) {
  const [isOpen, setOpen] = useState(false);
  useKeys(useMemo(() => ({ KeyF: () => setOpen(true) }), []));
  return (
    <div className={css.bar}>
      {conditions.map((condition, i) => {
        const words = wordsOf(condition);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may be there twice
          <span key={i} className={css.chip}>
            {words}
            <AriaButton
              className={css.remove ?? ''}
              aria-label={t('kit.filter_remove', { name: words })}
              onPress={() => set(conditions.filter((_, each) => each !== i))}
            >
              <X size={14} aria-hidden="true" />
            </AriaButton>
          </span>
        );
      })}
      {columns.length > 0 && (
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <Button look="quiet">
            <ListFilter size={16} aria-hidden="true" />
            {t('kit.filter')}
          </Button>
          <Popover className={css.popover ?? ''} offset={4} placement="bottom start">
            <Dialog className={css.window ?? ''} aria-label={t('kit.filter_by')}>
              <ConditionForm
                columns={columns}
                onAdd={(condition) => {
                  setOpen(false);
                  set([...conditions, condition]);
                }}
              />
            </Dialog>
          </Popover>
        </DialogTrigger>
      )}
      {conditions.length > 0 && (
        <Button look="quiet" onPress={() => set([])}>
          {t('kit.filter_clear')}
        </Button>
      )}
      <div className={css.end}>{end}</div>
    </div>
  );
}

const wordsOf = ({ column, op, value }: Condition): string =>
  [column, t(`tables.op_${op}`), needsValue(op) && value].filter(Boolean).join(' ');

function ConditionForm({
  columns,
  onAdd,
}: {
  columns: readonly ShownColumn[];
  onAdd(condition: Condition): void;
}) {
  const [column, setColumn] = useState(columns[0]!.name);
  const [op, setOp] = useState<Comparison>('eq');
  const [value, setValue] = useState('');
  return (
    <form
      className={css.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (value !== '' || !needsValue(op)) onAdd({ column, op, value });
      }}
    >
      <Select
        label={t('tables.column')}
        value={column}
        options={columns.map(({ name }) => [name, name] as const)}
        onChange={setColumn}
      />
      <Select<Comparison>
        label={t('tables.comparison')}
        value={op}
        options={comparisons.map((each) => [each, t(`tables.op_${each}`)] as const)}
        onChange={setOp}
      />
      {needsValue(op) && <Field label={t('tables.value')} value={value} onChange={setValue} autoFocus />}
      <Button type="submit" look="main">
        {t('kit.filter_apply')}
      </Button>
    </form>
  );
}
