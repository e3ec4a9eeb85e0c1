import { Button } from 'react-aria-components';
import { textFor } from '../../text/text.ts';
import type { Json } from '../document/json.ts';
import css from './forms.module.css';

interface ReadyTextProps {
  /** The name of the field. */
  field: string;
  /** What the answer has to be, or the type of the step. */
  kind: Json | undefined;
  onTake(text: string): void;
}

/** A text that is ready to be taken, for fields that have one: what to say if an answer does not fit, or when a person is to answer. */
export function ReadyText({ field, kind, onTake }: ReadyTextProps) {
  const text = textFor('flow_ready', `${field}_${kind}`, '');
  if (text === '') return null;
  return (
    <Button className={css.ready ?? ''} onPress={() => onTake(text)}>
      + {text}
    </Button>
  );
}
