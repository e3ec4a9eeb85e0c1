import { type KeyboardEvent, useRef, useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import css from './profile.module.css';

interface EditableProps {
  label: string;
  value: string;
  /** @returns whether it was saved */
  onSave(value: string): Promise<boolean>;
}

/** A value that is edited where it stands. Enter saves, Escape leaves it as it was. */
export function Editable({ label, value, onSave }: EditableProps) {
  const [text, setText] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setText(undefined);
    requestAnimationFrame(() => button.current?.focus());
  };
  const save = async () => {
    if (text === undefined || text === value || (await onSave(text))) setText(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save().then(leave);
    else if (event.key === 'Escape') leave();
    else return;
    event.stopPropagation();
  };
  if (text === undefined)
    return (
      <Button
        ref={button}
        className={css.value ?? ''}
        aria-label={`${label}: ${value}`}
        onPress={() => setText(value)}
      >
        {value || '—'}
      </Button>
    );
  return (
    <TextField aria-label={label} value={text} onChange={setText} autoFocus onBlur={() => void save()}>
      <Input className={css.field ?? ''} onKeyDown={press} />
    </TextField>
  );
}
