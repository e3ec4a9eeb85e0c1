import { type ReactNode, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../kit/button.tsx';
import field from '../kit/field.module.css';
import { t } from '../text/text.ts';
import { choosePicture, isPicture, pictureTypes } from './picture.ts';
import css from './picture-field.module.css';

interface PictureFieldProps {
  label: string;
  help: string;
  /** A picture as `isPicture` knows it; empty for none. */
  value: string;
  onChange(value: string): void;
  fault: string | undefined;
  /** Where this page finds the picture. */
  address: string | undefined;
  /** Stands there while no picture is chosen. */
  children?: ReactNode;
}

/** A picture that customers are shown, chosen from those of this computer. */
export function PictureField({ label, help, value, onChange, fault, address, children }: PictureFieldProps) {
  /** What stood there when somebody chose a file that is no picture. */
  const [refused, setRefused] = useState<string>();
  const whole = useRef<HTMLFieldSetElement>(null);
  const hasPicture = isPicture(value);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const chosen = await choosePicture(file);
    setRefused(chosen === undefined ? value : undefined);
    if (chosen !== undefined) onChange(chosen);
  };
  const remove = () => {
    onChange('');
    // The button that had the focus is gone then.
    whole.current?.querySelector('button')?.focus();
  };
  const refusal = refused === value ? t('kit.picture_none') : hasPicture && fault;
  return (
    <fieldset ref={whole} className={css.whole}>
      <legend>{label}</legend>
      <div className={css.row}>
        {hasPicture && <img className={css.picture} src={address} alt="" />}
        <FileTrigger acceptedFileTypes={pictureTypes} onSelect={(files) => void choose(files?.[0])}>
          <Button>{t(hasPicture ? 'kit.picture_replace' : 'kit.picture_choose')}</Button>
        </FileTrigger>
        {hasPicture && (
          <Button look="quiet" onPress={remove}>
            {t('kit.picture_remove')}
          </Button>
        )}
      </div>
      {refusal && (
        <p className={field.fault} role="alert">
          {refusal}
        </p>
      )}
      {!hasPicture && children}
      <p className={field.help}>{help}</p>
    </fieldset>
  );
}
