import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { Field } from '../kit/field.tsx';
import { More } from '../kit/more.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Select } from '../kit/select.tsx';
import { Tokens } from '../kit/tokens.tsx';
import { t, word } from '../text/text.ts';
import {
  emptyField,
  emptyResult,
  type FieldType,
  type FieldValues,
  fieldTypes,
  hasLimits,
  type ResultValues,
} from './method-values.ts';
import css from './methods.module.css';

interface EditorProps<One> {
  value: One[];
  onChange(value: One[]): void;
  /** What the server says of a part of a field: `input.0.name`. */
  fault(path: string): string | undefined;
}

interface BoxProps {
  title: string;
  onRemove(): void;
  children: ReactNode;
}

/** The frame of one field. */
const Box = ({ title, onRemove, children }: BoxProps) => (
  <fieldset className={css.box} aria-label={title}>
    <div className={css.remove}>
      <IconButton label={t('kit.token_remove', { name: title })} onPress={onRemove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
    {children}
  </fieldset>
);

const typeOptions = () => fieldTypes.map((type) => [type, word('field_type', type)] as const);

/** The fields that callers send. */
export function InputEditor({ value, onChange, fault }: EditorProps<FieldValues>) {
  const change = (at: number, part: Partial<FieldValues>) =>
    onChange(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <>
      {value.map((field, at) => (
        <Box
          // Fields are known by their place: names change while somebody types.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={at}
          title={field.name || t('methods.field', { n: at + 1 })}
          onRemove={() => onChange(value.filter((_, i) => i !== at))}
        >
          <InputField
            field={field}
            change={(part) => change(at, part)}
            fault={(path) => fault(`input.${at}.${path}`)}
          />
        </Box>
      ))}
      <div>
        <Button onPress={() => onChange([...value, emptyField()])}>
          <Plus size={16} aria-hidden="true" />
          {t('methods.field_add')}
        </Button>
      </div>
    </>
  );
}

interface InputFieldProps {
  field: FieldValues;
  change(part: Partial<FieldValues>): void;
  fault(path: string): string | undefined;
}

function InputField({ field, change, fault }: InputFieldProps) {
  const { name, type, isRequired, description, initial, least, most, pattern, options } = field;
  return (
    <>
      <NameAndType {...{ name, type, change, fault }} />
      <Checkbox
        label={t('methods.required')}
        isSelected={isRequired}
        onChange={(next) => change({ isRequired: next })}
      />
      <More title={t('methods.limits')}>
        <Field
          label={t('methods.field_about')}
          value={description}
          onChange={(next) => change({ description: next })}
          fault={fault('description')}
        />
        <Field
          label={t('methods.default')}
          help={t('methods.default_help')}
          isCode
          value={initial}
          onChange={(next) => change({ initial: next })}
          fault={fault('default')}
        />
        {hasLimits(type) && (
          <div className={css.pair}>
            <NumberField
              label={word('least', type)}
              value={least}
              onChange={(next) => change({ least: next })}
              fault={fault('min_length') ?? fault('minimum') ?? fault('min_items')}
            />
            <NumberField
              label={word('most', type)}
              value={most}
              onChange={(next) => change({ most: next })}
              fault={fault('max_length') ?? fault('maximum') ?? fault('max_items')}
            />
          </div>
        )}
        {type === 'string' && (
          <Field
            label={t('methods.pattern')}
            help={t('methods.pattern_help')}
            isCode
            spellCheck="false"
            value={pattern}
            onChange={(next) => change({ pattern: next })}
            fault={fault('pattern')}
          />
        )}
        {(type === 'string' || type === 'integer' || type === 'number') && (
          <Tokens
            label={t('methods.options')}
            values={options}
            onChange={(next) => change({ options: [...next] })}
            fault={fault('enum')}
          />
        )}
      </More>
    </>
  );
}

interface NameAndTypeProps {
  name: string;
  type: FieldType;
  change(part: { name?: string; type?: FieldType }): void;
  fault(path: string): string | undefined;
}

const NameAndType = ({ name, type, change, fault }: NameAndTypeProps) => (
  <div className={css.pair}>
    <Field
      label={t('methods.field_name')}
      isCode
      spellCheck="false"
      value={name}
      onChange={(next) => change({ name: next })}
      fault={fault('name')}
    />
    <Select
      label={t('methods.type')}
      options={typeOptions()}
      value={type}
      onChange={(next) => change({ type: next })}
      fault={fault('type')}
    />
  </div>
);

/** The fields that callers get. */
export function ResultEditor({ value, onChange, fault }: EditorProps<ResultValues>) {
  const change = (at: number, part: Partial<ResultValues>) =>
    onChange(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <>
      {value.map((field, at) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: as in the other list
          key={at}
          title={field.name || t('methods.field', { n: at + 1 })}
          onRemove={() => onChange(value.filter((_, i) => i !== at))}
        >
          <NameAndType
            name={field.name}
            type={field.type}
            change={(part) => change(at, part)}
            fault={(path) => fault(`result.${at}.${path}`)}
          />
          <Field
            label={t('methods.value')}
            help={t('methods.value_help')}
            placeholder={`{{ result.${field.name || '…'} }}`}
            isCode
            spellCheck="false"
            value={field.value}
            onChange={(next) => change(at, { value: next })}
            fault={fault(`result.${at}.value`)}
          />
          <Field
            label={t('methods.field_about')}
            value={field.description}
            onChange={(next) => change(at, { description: next })}
            fault={fault(`result.${at}.description`)}
          />
        </Box>
      ))}
      <div>
        <Button onPress={() => onChange([...value, emptyResult()])}>
          <Plus size={16} aria-hidden="true" />
          {t('methods.result_add')}
        </Button>
      </div>
    </>
  );
}
