import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { FilterEditor, OptionList } from './filter-editor.tsx';
import { daysOf, type Filter, type useFilters } from './filter-values.ts';
import css from './filters.module.css';
import { useKeys } from './keys.ts';
import menu from './menu.module.css';

export { type Filter, momentsOf, useFilters } from './filter-values.ts';

interface FilterBarProps {
  filters: readonly Filter[];
  /** Of `useFilters(filters)`. */
  set: ReturnType<typeof useFilters>;
  /** How a day is shown. */
  showDay(day: string): string;
  /** Before the chips: a search field. */
  children?: ReactNode;
  /** On the right: how many there are, the order. */
  end?: ReactNode;
}

/** The filters of a list as chips. `f` opens the choice of another one. */
export function FilterBar({ filters, set, showDay, children, end }: FilterBarProps) {
  const free = filters.filter(({ key }) => set.values[key] === undefined);
  return (
    <div className={css.bar}>
      {children}
      {filters.map((filter) => {
        const value = set.values[filter.key];
        if (value === undefined) return null;
        return (
          <Chip
            key={filter.key}
            filter={filter}
            value={value}
            shown={showValue(filter, value, showDay)}
            onSet={(next) => set.set(filter.key, next)}
          />
        );
      })}
      {free.length > 0 && <AddFilter filters={free} onSet={set.set} />}
      {set.isAny && (
        <Button look="quiet" onPress={set.clear}>
          {t('kit.filter_clear')}
        </Button>
      )}
      {end && <div className={css.end}>{end}</div>}
    </div>
  );
}

function showValue(filter: Filter, value: string, showDay: (day: string) => string): string {
  const nameIn = (options: readonly (readonly [string, string])[] | undefined, id: string) =>
    options?.find(([each]) => each === id)?.[1] ?? id;
  if (filter.kind === 'choice') return nameIn(filter.options, value);
  if (filter.kind === 'text') return value;
  if (filter.kind === 'find') return filter.nameOf(value) ?? value;
  if (filter.kind === 'pair') {
    const at = value.indexOf('=');
    return `${nameIn(filter.options, value.slice(0, at))} = ${value.slice(at + 1)}`;
  }
  const { from, to } = daysOf(value);
  if (from && to) return t('kit.between', { from: showDay(from), to: showDay(to) });
  return from ? t('kit.since', { from: showDay(from) }) : t('kit.until', { to: showDay(to!) });
}

interface ChipProps {
  filter: Filter;
  value: string;
  shown: string;
  onSet(value: string | undefined): void;
}

function Chip({ filter, value, shown, onSet }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={css.chip}>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <AriaButton className={css.open ?? ''}>
          <span className={css.name}>{filter.name}</span>
          <span className={css.value}>{shown}</span>
        </AriaButton>
        <Popover className={menu.popover ?? ''} offset={4} placement="bottom start">
          <Dialog className={css.window ?? ''} aria-label={filter.name}>
            <FilterEditor
              filter={filter}
              value={value}
              onSet={(next) => {
                setOpen(false);
                onSet(next);
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
      <AriaButton
        className={css.remove ?? ''}
        aria-label={t('kit.filter_remove', { name: filter.name })}
        onPress={() => onSet(undefined)}
      >
        <X size={14} aria-hidden="true" />
      </AriaButton>
    </span>
  );
}

function AddFilter({
  filters,
  onSet,
}: {
  filters: readonly Filter[];
  onSet(key: string, value: string | undefined): void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const open = (isNow: boolean) => {
    setChosen(undefined);
    setOpen(isNow);
  };
  useKeys(useMemo(() => ({ KeyF: () => setOpen(true) }), []));
  const filter = filters.find(({ key }) => key === chosen);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={open}>
      <Button look="quiet">
        <ListFilter size={16} aria-hidden="true" />
        {t('kit.filter')}
      </Button>
      <Popover className={menu.popover ?? ''} offset={4} placement="bottom start">
        <Dialog className={css.window ?? ''} aria-label={filter?.name ?? t('kit.filter_by')}>
          {filter ? (
            <FilterEditor
              key={filter.key}
              filter={filter}
              onSet={(value) => {
                open(false);
                onSet(filter.key, value);
              }}
            />
          ) : (
            <OptionList
              label={t('kit.filter_find')}
              options={filters.map(({ key, name }) => [key, name])}
              onChoose={setChosen}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
