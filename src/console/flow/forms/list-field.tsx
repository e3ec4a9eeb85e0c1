import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { Button } from 'react-aria-components';
import { IconButton } from '../../kit/button.tsx';
import { t, word } from '../../text/text.ts';
import { firstValue } from '../document/edits.ts';
import type { FieldForm } from '../document/forms.ts';
import type { Json, Path } from '../document/json.ts';
import { SchemaField } from './field.tsx';
import { Group } from './fields.tsx';
import { useAround } from './form-context.ts';
import css from './forms.module.css';

interface ListFieldProps {
  label: string;
  form: FieldForm & { kind: 'list' };
  path: Path;
  value: readonly Json[];
  fault?: string | undefined;
}

/** A list: each item in a box of its own, which can be moved and taken away. */
export function ListField({ label, form: { of, max, isNeeded }, path, value, fault }: ListFieldProps) {
  const { set, document } = useAround();
  const name = String(path.at(-1));
  const move = (index: number, by: number) => {
    const items = value.filter((_, i) => i !== index);
    items.splice(index + by, 0, value[index]!);
    set(path, items);
  };
  const remove = (index: number) => {
    const items = value.filter((_, i) => i !== index);
    set(path, items.length === 0 && !isNeeded ? undefined : items);
  };
  const isLong = of.kind === 'object' || of.kind === 'variants' || of.kind === 'condition';
  return (
    <Group label={label} fault={fault}>
      {value.map((item, i) => {
        const words = t('flow.item', { name: word('flow_item', name), number: i + 1 });
        return (
          // Items have no names: the place is all that there is.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <div key={i} className={`${css.item} ${isLong ? css.long : ''}`}>
            <SchemaField
              name={name}
              form={{ ...of, isNeeded: true }}
              path={[...path, i]}
              value={item}
              label={words}
              isLabelHidden={!isLong}
            />
            <span className={css.itemActs}>
              {i > 0 && (
                <IconButton label={t('flow.move_up', { name: words })} onPress={() => move(i, -1)}>
                  <ArrowUp size={14} />
                </IconButton>
              )}
              {i < value.length - 1 && (
                <IconButton label={t('flow.move_down', { name: words })} onPress={() => move(i, 1)}>
                  <ArrowDown size={14} />
                </IconButton>
              )}
              <IconButton label={t('flow.remove_field', { name: words })} onPress={() => remove(i)}>
                <X size={14} />
              </IconButton>
            </span>
          </div>
        );
      })}
      {(max === undefined || value.length < max) && (
        <Button
          className={css.add ?? ''}
          onPress={() => set(path, [...value, firstValue(of, aroundOf(document))])}
        >
          <Plus size={14} aria-hidden="true" />
          {t('flow.add_item', { name: word('flow_item', name) })}
        </Button>
      )}
    </Group>
  );
}

const aroundOf = (document: { steps?: Json }) => {
  const [first] = Array.isArray(document.steps) ? (document.steps as { id?: string }[]) : [];
  return { taken: new Set<string>(), target: first?.id ?? '' };
};
