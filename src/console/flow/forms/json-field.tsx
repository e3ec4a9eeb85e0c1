import { Braces, Type } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../kit/button.tsx';
import { t } from '../../text/text.ts';
import { isSame, type Json, type Path } from '../document/json.ts';
import { useAround } from './form-context.ts';
import css from './forms.module.css';
import { TemplateField } from './template-field.tsx';

interface JsonFieldProps {
  label: string;
  isLabelHidden?: boolean;
  path: Path;
  value: Json | undefined;
  fault?: string | undefined;
  isNeeded: boolean;
}

function read(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Any value: a text with templates, or JSON. JSON that cannot be read stays in the field until it can. */
export function JsonField({ label, isLabelHidden, path, value, fault, isNeeded }: JsonFieldProps) {
  const { set } = useAround();
  const [pending, setPending] = useState<string>();
  const isText = value === undefined || typeof value === 'string';
  const shown = pending !== undefined && !isSame(read(pending), value) ? pending : undefined;
  const change = (text: string) => {
    if (isText) return set(path, text === '' && !isNeeded ? undefined : text);
    const json = read(text);
    setPending(text);
    if (json !== undefined) set(path, json);
  };
  const turn = () => {
    setPending(undefined);
    if (!isText) return set(path, JSON.stringify(value));
    const json = read(value ?? '');
    set(path, json !== undefined && typeof json !== 'string' ? json : {});
  };
  return (
    <div className={css.either}>
      <TemplateField
        {...{ label, ...(isLabelHidden && { isLabelHidden }) }}
        value={isText ? (value ?? '') : (shown ?? JSON.stringify(value, null, 2))}
        onChange={change}
        fault={shown === undefined ? fault : t('flow.not_json')}
        isCode={!isText}
      />
      <span className={css.turn}>
        <IconButton label={t(isText ? 'flow.as_json' : 'flow.as_text')} onPress={turn}>
          {isText ? <Braces size={14} /> : <Type size={14} />}
        </IconButton>
      </span>
    </div>
  );
}
