import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from 'react-aria-components';
import { IconButton } from '../../kit/button.tsx';
import field from '../../kit/field.module.css';
import { Menu } from '../../kit/menu.tsx';
import { t, word } from '../../text/text.ts';
import { firstValue } from '../document/edits.ts';
import type { FieldForm, Form } from '../document/forms.ts';
import type { Json, JsonObject, Path } from '../document/json.ts';
import { isFaulty } from '../page/findings.ts';
import { SchemaField } from './field.tsx';
import { useAround } from './form-context.ts';
import css from './forms.module.css';
import { ReadyText } from './ready-text.tsx';

/** What most authors write, so that it stands there before they ask for it. */
const usual = new Set([
  'text',
  'field',
  'options',
  'buttons',
  'input',
  'values',
  'row',
  'seconds',
  'where',
  'validate',
  'message',
  'next',
]);
/** What an author thinks of last, in this order: behind what the step does. */
const late = ['else', 'next', 'note', 'continue_on_error'];
const rank = ([name]: [string, FieldForm]) => late.indexOf(name);
/** What groups and lists show is not taken away by emptying it. */
const emptied = new Set<FieldForm['kind']>([
  'text',
  'number',
  'number_template',
  'choice',
  'boolean',
  'step',
]);

interface FieldsProps {
  form: Form;
  path: Path;
  value: JsonObject;
  /** Fields that stand elsewhere. */
  without?: readonly string[];
}

/** The fields of a form: those that are needed, usual or set; a menu adds the others. */
export function Fields({ form, path, value, without = [] }: FieldsProps) {
  const { set, findings } = useAround();
  const fields = Object.entries(form.fields)
    .filter(([name]) => !without.includes(name))
    .sort((one, other) => rank(one) - rank(other));
  const isShown = ([name, each]: [string, FieldForm]) =>
    Object.hasOwn(value, name) ||
    each.isNeeded ||
    (usual.has(name) && each.kind !== 'list' && each.kind !== 'record' && each.kind !== 'object') ||
    isFaulty(findings, [...path, name]);
  const shown = fields.filter(isShown);
  const hidden = fields.filter((each) => !isShown(each));
  const of = (name: string): Json | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);
  return (
    <>
      {shown.map(([name, each]) => (
        <div key={name} className={css.field}>
          <SchemaField name={name} form={each} path={[...path, name]} value={of(name)} />
          {!of(name) && (
            <ReadyText field={name} kind={value.type} onTake={(text) => set([...path, name], text)} />
          )}
          {!each.isNeeded && !emptied.has(each.kind) && Object.hasOwn(value, name) && (
            <span className={css.takeAway}>
              <IconButton
                label={t('flow.remove_field', { name: word('flow_field', name) })}
                onPress={() => set([...path, name], undefined)}
              >
                <X size={14} />
              </IconButton>
            </span>
          )}
        </div>
      ))}
      {hidden.length > 0 && (
        <Menu
          label={t('flow.add_field')}
          entries={hidden.map(([name, each]) => ({
            id: name,
            name: word('flow_field', name),
            act: () => set([...path, name], firstValue(each)),
          }))}
        >
          <Button className={css.add ?? ''}>
            <Plus size={14} aria-hidden="true" />
            {t('flow.add_field')}
          </Button>
        </Menu>
      )}
    </>
  );
}

/** Fields that belong together, with a line at their side. */
export function Group({
  label,
  fault,
  children,
}: {
  label: string;
  fault?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className={css.group} aria-labelledby={id}>
      <p id={id} className={field.label}>
        {label}
      </p>
      {children}
      {fault && <p className={field.fault}>{fault}</p>}
    </fieldset>
  );
}
