import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { Field } from '../kit/field.tsx';
import { Select } from '../kit/select.tsx';
import hidden from '../kit/spoken.module.css';
import type { Form } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import type { AskedValues, ChatValues } from './webchat-values.ts';

const most = 8;

/** What visitors are asked before they write: where each answer goes, and whether it may be left out. */
export function FormField({ form }: { form: Form<ChatValues> }) {
  const { value, onChange, fault } = form.bind('form', 'settings.form');
  const change = (at: number, part: Partial<AskedValues>) =>
    onChange(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <fieldset className={css.greetings}>
      <legend>{t('channels.form')}</legend>
      {value.map(({ type, label, key, required }, i) => (
        // Lines have no name of their own but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state beside their value
        <fieldset key={i} className={css.line}>
          <legend className={hidden.spoken}>{t('channels.form_n', { n: i + 1 })}</legend>
          <Select
            label={t('channels.form_type')}
            options={[
              ['name', t('channels.form_name')],
              ['mail', t('channels.form_mail')],
              ['phone', t('channels.form_phone')],
              ['text', t('channels.form_text')],
            ]}
            value={type}
            onChange={(next) => change(i, { type: next })}
          />
          <div className={css.removable}>
            <Field
              label={t('channels.form_label')}
              value={label}
              onChange={(next) => change(i, { label: next })}
              fault={form.fault(`settings.form.${i}.label`)}
            />
            <IconButton
              label={t('channels.form_remove', { n: i + 1 })}
              onPress={() => onChange(value.filter((_, each) => each !== i))}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </div>
          {type === 'text' && (
            <Field
              label={t('channels.form_key')}
              help={t('channels.form_key_help')}
              isCode
              value={key}
              onChange={(next) => change(i, { key: next })}
              fault={form.fault(`settings.form.${i}.key`)}
            />
          )}
          <Checkbox
            label={t('channels.form_required')}
            isSelected={required}
            onChange={(next) => change(i, { required: next })}
          />
        </fieldset>
      ))}
      {value.length < most && (
        <div>
          <Button
            look="quiet"
            onPress={() => onChange([...value, { type: 'name', label: '', key: '', required: false }])}
          >
            <Plus size={16} aria-hidden="true" />
            {t('channels.form_add')}
          </Button>
        </div>
      )}
      <p className={css.help}>{t('channels.form_help')}</p>
      {fault && (
        <p className={css.help} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
