import { NumberField } from '../../kit/number-field.tsx';
import { Select } from '../../kit/select.tsx';
import { t, textFor, word } from '../../text/text.ts';
import { firstValue } from '../document/edits.ts';
import type { FieldForm } from '../document/forms.ts';
import { isObject, type Json, type JsonObject, type Path } from '../document/json.ts';
import { faultAt } from '../page/findings.ts';
import { ConditionField } from './condition-field.tsx';
import { Fields, Group } from './fields.tsx';
import { useAround } from './form-context.ts';
import { JsonField } from './json-field.tsx';
import { ListField } from './list-field.tsx';
import { RecordField } from './record-field.tsx';
import { SlugField } from './slug-field.tsx';
import { StepsField } from './steps-field.tsx';
import { TargetField } from './target-field.tsx';
import { TemplateField } from './template-field.tsx';

export interface FieldProps {
  name: string;
  form: FieldForm;
  path: Path;
  value: Json | undefined;
  /** In place of the name of the field. */
  label?: string;
  isLabelHidden?: boolean;
}

/** How a field is called. Those that may be left out say so. */
export const labelOf = (name: string, { isNeeded }: Pick<FieldForm, 'isNeeded'>): string =>
  isNeeded ? word('flow_field', name) : t('flow.optional', { name: word('flow_field', name) });

const unset = '';

const helpOf = (name: string) => {
  const help = textFor('flow_help', name, '');
  return help === '' ? {} : { help };
};

/** A field of a step or trigger, as its form says. */
export function SchemaField({
  name,
  form,
  path,
  value,
  label = labelOf(name, form),
  isLabelHidden,
}: FieldProps) {
  const { set, findings } = useAround();
  const fault = faultAt(findings, path);
  const given = { label, fault, ...(isLabelHidden && { isLabelHidden }) };
  const put = (next: Json | undefined) => set(path, next);
  /** An empty text is none where there may be none. */
  const write = (text: string) => put(text === '' && !form.isNeeded ? undefined : text);
  switch (form.kind) {
    case 'text':
      return <TemplateField {...given} {...helpOf(name)} value={textOf(value)} onChange={write} />;
    case 'lines':
      return (
        <TemplateField
          {...given}
          value={Array.isArray(value) ? value.join('\n') : textOf(value)}
          onChange={(text) => put(Array.isArray(value) ? text.split('\n') : text)}
          isCode
        />
      );
    case 'number': {
      const { min, max } = form;
      const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
      return (
        <NumberField
          {...{ label, fault }}
          value={typeof value === 'number' ? value : null}
          onChange={(number) => put(number ?? undefined)}
          {...limits}
        />
      );
    }
    case 'number_template':
      return (
        <TemplateField
          {...given}
          value={textOf(value)}
          onChange={(text) => put(text === '' ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : text)}
        />
      );
    case 'boolean':
      return (
        <Select
          {...given}
          value={value === undefined ? unset : String(value)}
          options={[
            [unset, t('flow.default')],
            ['true', t('flow.yes')],
            ['false', t('flow.no')],
          ]}
          onChange={(chosen) => put(chosen === unset ? undefined : chosen === 'true')}
        />
      );
    case 'choice':
      return (
        <Select
          {...given}
          value={textOf(value)}
          options={[
            ...(form.isNeeded ? [] : [[unset, t('flow.default')] as const]),
            ...form.options.map((each) => [each, word('flow_value', each)] as const),
          ]}
          onChange={write}
        />
      );
    case 'step':
      return (
        <TargetField
          {...given}
          path={path}
          value={textOf(value)}
          isNeeded={form.isNeeded === true}
          onChange={write}
        />
      );
    case 'slug':
    case 'flow':
      return <SlugField {...given} name={name} value={textOf(value)} onChange={write} />;
    case 'condition':
      return <ConditionField {...{ label, path }} value={isObject(value) ? value : {}} />;
    case 'json':
    case 'constant':
      return <JsonField {...given} path={path} value={value} isNeeded={form.isNeeded === true} />;
    case 'object_template':
      return isObject(value) ? (
        <RecordField {...{ label, path, value, fault }} of={{ kind: 'json', isNeeded: true }} />
      ) : (
        <JsonField {...given} path={path} value={value} isNeeded={form.isNeeded === true} />
      );
    case 'record':
      return <RecordField {...{ label, path, fault }} of={form.of} value={isObject(value) ? value : {}} />;
    case 'list':
      return (
        <ListField {...{ label, path, fault, form }} value={Array.isArray(value) ? (value as Json[]) : []} />
      );
    case 'object':
      return (
        <Group label={label} fault={fault}>
          <Fields form={form} path={path} value={isObject(value) ? value : objectOf(value)} />
        </Group>
      );
    case 'variants':
      return <VariantsField {...{ name, form, path, value, label }} />;
    case 'steps':
      return <StepsField {...{ label, path }} value={Array.isArray(value) ? (value as Json[]) : []} />;
  }
}

const textOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** A button or text that is written as a string stands for an object with a text. */
const objectOf = (value: Json | undefined): JsonObject => (typeof value === 'string' ? { text: value } : {});

/** One of several forms: what an answer has to be. */
function VariantsField({
  form,
  path,
  value,
  label,
}: Omit<FieldProps, 'form'> & { form: FieldForm & { kind: 'variants' }; label: string }) {
  const { set, findings } = useAround();
  const { by, forms, isNeeded } = form;
  const given = isObject(value) ? value : undefined;
  // Without a type an answer is a text.
  const type =
    given === undefined ? unset : typeof given[by] === 'string' ? given[by] : Object.keys(forms)[0]!;
  const choose = (chosen: string) => {
    if (chosen === unset) return set(path, undefined);
    const fields = forms[chosen]?.fields ?? {};
    const kept = Object.entries(given ?? {}).filter(([name]) => Object.hasOwn(fields, name));
    const needed = Object.entries(fields).filter(([, field]) => field.isNeeded);
    const first = needed.map(([name, field]) => [name, firstValue(field)]);
    set(path, { [by]: chosen, ...Object.fromEntries(first), ...Object.fromEntries(kept) });
  };
  return (
    <Group label={label} fault={faultAt(findings, path)}>
      <Select
        label={word('flow_field', by)}
        value={type}
        options={[
          ...(isNeeded ? [] : [[unset, t('flow.anything')] as const]),
          ...Object.keys(forms).map((each) => [each, word('flow_value', each)] as const),
        ]}
        onChange={choose}
      />
      {given && forms[type] && <Fields form={forms[type]} path={path} value={given} />}
    </Group>
  );
}
