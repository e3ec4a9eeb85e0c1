import { useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../kit/button.tsx';
import field from '../kit/field.module.css';
import { Field } from '../kit/field.tsx';
import type { Form } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import { choosePicture, isPicture, pictureTypes, placeOf } from './logo.ts';
import type { ChatValues } from './webchat-values.ts';

/** The logo of a web chat: a picture that somebody chooses, or its address. */
export function LogoField({ channelId, form }: { channelId: string; form: Form<ChatValues> }) {
  const { value, onChange, fault } = form.bind('logo', 'settings.logo');
  const [isNone, setNone] = useState(false);
  const whole = useRef<HTMLFieldSetElement>(null);
  const hasPicture = isPicture(value);
  const set = (logo: string) => {
    setNone(false);
    onChange(logo);
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const address = await choosePicture(file);
    if (address === undefined) setNone(true);
    else set(address);
  };
  const remove = () => {
    set('');
    // The button that had the focus is gone then.
    whole.current?.querySelector('button')?.focus();
  };
  const refusal = isNone ? t('channels.logo_none') : hasPicture && fault;
  return (
    <fieldset ref={whole} className={css.greetings}>
      <legend>{t('channels.logo')}</legend>
      <div className={css.facts}>
        {hasPicture && <img className={css.picture} src={placeOf(channelId, value)} alt="" />}
        <FileTrigger acceptedFileTypes={pictureTypes} onSelect={(files) => void choose(files?.[0])}>
          <Button>{t(hasPicture ? 'channels.logo_replace' : 'channels.logo_choose')}</Button>
        </FileTrigger>
        {hasPicture && (
          <Button look="quiet" onPress={remove}>
            {t('channels.logo_remove')}
          </Button>
        )}
      </div>
      {refusal && (
        <p className={field.fault} role="alert">
          {refusal}
        </p>
      )}
      {!hasPicture && (
        <Field
          label={t('channels.logo_address')}
          placeholder={t('channels.logo_example')}
          value={value}
          onChange={set}
          fault={fault}
        />
      )}
      <p className={css.help}>{t('channels.logo_help')}</p>
    </fieldset>
  );
}
