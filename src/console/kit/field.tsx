import type { ReactNode } from 'react';
import { Input, Label, TextArea, TextField, type TextFieldProps } from 'react-aria-components';
import { BelowField } from './below-field.tsx';
import css from './field.module.css';

export interface FieldProps extends Omit<TextFieldProps, 'children' | 'className'> {
  label: string;
  /** Stands below the field. */
  help?: ReactNode;
  /** What is wrong with it, of the server or of the form. */
  fault?: string | undefined;
  placeholder?: string;
  /** More than one line. */
  rows?: number;
  /** Code or data: signs of one width. */
  isCode?: boolean;
}

/** A field for text with its name above it, and what is wrong below it. */
export function Field({ label, help, fault, placeholder, rows, isCode, ...props }: FieldProps) {
  const look = isCode ? `${css.input} ${css.code}` : css.input;
  return (
    <TextField
      {...props}
      isInvalid={fault !== undefined && fault !== ''}
      validationBehavior="aria"
      className={css.field ?? ''}
    >
      <Label className={css.label}>{label}</Label>
      {rows === undefined ? (
        <Input className={look} placeholder={placeholder} />
      ) : (
        <TextArea className={look} rows={rows} placeholder={placeholder} />
      )}
      <BelowField help={help} fault={fault} />
    </TextField>
  );
}
