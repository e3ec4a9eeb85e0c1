import { Plus, X } from 'lucide-react';
import { Button } from 'react-aria-components';
import { IconButton } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { t } from '../../text/text.ts';
import type { FieldForm } from '../document/forms.ts';
import type { Json, JsonObject, Path } from '../document/json.ts';
import { SchemaField } from './field.tsx';
import { Group } from './fields.tsx';
import { useAround } from './form-context.ts';
import css from './forms.module.css';

interface RecordFieldProps {
  label: string;
  path: Path;
  of: FieldForm;
  value: JsonObject;
  fault?: string | undefined;
}

/** Values by names that the author chooses. */
export function RecordField({ label, path, of, value, fault }: RecordFieldProps) {
  const { set, part } = useAround();
  const entries = Object.entries(value);
  const put = (changed: [string, Json][]) => set(path, Object.fromEntries(changed));
  const rename = (index: number, name: string) => {
    // Two values cannot have one name.
    if (entries.some(([other], i) => i !== index && other === name)) return;
    put(entries.map((entry, i) => (i === index ? [name, entry[1]] : entry)));
  };
  const add = () => {
    let number = entries.length + 1;
    while (Object.hasOwn(value, `name${number}`)) number++;
    put([...entries, [`name${number}`, '']]);
  };
  return (
    <Group label={label} fault={fault}>
      {entries.map(([name, each], i) => (
        // The name changes while it is written.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <div key={i} className={css.entry}>
          <Field
            label={t('flow.name_of_value')}
            value={name}
            onChange={(next) => rename(i, next)}
            onBlur={part}
          />
          <SchemaField
            name={name}
            form={{ ...of, isNeeded: true }}
            path={[...path, name]}
            value={each}
            label={t('flow.value')}
          />
          <span className={css.itemActs}>
            <IconButton
              label={t('flow.remove_field', { name })}
              onPress={() => put(entries.filter((_, other) => other !== i))}
            >
              <X size={14} />
            </IconButton>
          </span>
        </div>
      ))}
      <Button className={css.add ?? ''} onPress={add}>
        <Plus size={14} aria-hidden="true" />
        {t('flow.add_value')}
      </Button>
    </Group>
  );
}
