import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { NumberField } from '../kit/number-field.tsx';
import hidden from '../kit/spoken.module.css';
import type { Form } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import type { ChatValues, GreetingValues } from './webchat-values.ts';

const most = 10;
const longestDelaySeconds = 3600;

/** What visitors are greeted with beside the button, by the page that they are on. */
export function GreetingsField({ form }: { form: Form<ChatValues> }) {
  const { value, onChange } = form.bind('greetings', 'settings.greetings');
  const change = (at: number, part: Partial<GreetingValues>) =>
    onChange(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <fieldset className={css.greetings}>
      <legend>{t('channels.greetings')}</legend>
      {value.map(({ page, after_seconds, text }, i) => (
        // Lines have no name of their own but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state beside their value
        <fieldset key={i} className={css.line}>
          <legend className={hidden.spoken}>{t('channels.greeting_n', { n: i + 1 })}</legend>
          <Field
            label={t('channels.greeting_page')}
            placeholder={t('channels.greeting_page_usual')}
            value={page}
            onChange={(next) => change(i, { page: next })}
            fault={form.fault(`settings.greetings.${i}.page`)}
          />
          <NumberField
            label={t('channels.greeting_after')}
            min={0}
            max={longestDelaySeconds}
            unit={t('channels.seconds')}
            value={after_seconds}
            onChange={(next) => change(i, { after_seconds: next })}
            fault={form.fault(`settings.greetings.${i}.after_seconds`)}
          />
          <div className={css.removable}>
            <Field
              label={t('channels.greeting_words')}
              value={text}
              onChange={(next) => change(i, { text: next })}
              fault={form.fault(`settings.greetings.${i}.text`)}
            />
            <IconButton
              label={t('channels.greeting_remove', { n: i + 1 })}
              onPress={() => onChange(value.filter((_, each) => each !== i))}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </div>
        </fieldset>
      ))}
      {value.length < most && (
        <div>
          <Button
            look="quiet"
            onPress={() => onChange([...value, { page: '', after_seconds: null, text: '' }])}
          >
            <Plus size={16} aria-hidden="true" />
            {t('channels.greeting_add')}
          </Button>
        </div>
      )}
      <p className={css.help}>{t('channels.greetings_help')}</p>
    </fieldset>
  );
}
