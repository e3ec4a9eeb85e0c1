import { CheckboxGroup } from '../kit/checkbox.tsx';
import { t, word } from '../text/text.ts';
import { allOf, eventKinds, type Group, groups, type Pattern } from './event-kinds.ts';
import css from './subscriptions.module.css';

interface KindsFieldProps {
  value: Pattern[];
  onChange(value: Pattern[]): void;
  fault: string | undefined;
}

/** Any of the kinds of event, by what they concern. All of a record stands for those that will be added as well. */
export function KindsField({ value, onChange, fault }: KindsFieldProps) {
  return (
    <fieldset className={css.kinds} data-invalid={fault ? true : undefined}>
      <legend>{t('subscriptions.kinds')}</legend>
      {fault && (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      )}
      {groups.map((group) => (
        <KindGroup key={group} group={group} value={value} onChange={onChange} />
      ))}
    </fieldset>
  );
}

function KindGroup({ group, value, onChange }: Omit<KindsFieldProps, 'fault'> & { group: Group }) {
  const all = allOf(group);
  const own: readonly Pattern[] = [all, ...eventKinds[group]];
  const chosen = value.filter((each) => own.includes(each));
  const count = chosen.includes(all) ? t('subscriptions.all') : chosen.length > 0 && String(chosen.length);
  return (
    <details className={css.group}>
      <summary>
        {word('event_group', group)}
        {count && <span className={css.count}>{count}</span>}
      </summary>
      <CheckboxGroup<Pattern>
        label={word('event_group', group)}
        value={chosen}
        options={own.map((each) => [
          each,
          each === all ? t('subscriptions.all_kinds') : word('event_kind', each),
          each,
        ])}
        onChange={(next) => {
          // With all of them, single ones say nothing more.
          const wanted = next.includes(all) && !chosen.includes(all) ? [all] : next;
          const kept = wanted.length > 1 ? wanted.filter((each) => each !== all) : wanted;
          onChange([...value.filter((each) => !own.includes(each)), ...kept]);
        }}
      />
    </details>
  );
}
