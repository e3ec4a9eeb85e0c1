import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import field from '../../kit/field.module.css';
import hidden from '../../kit/spoken.module.css';
import { useAround } from './form-context.ts';
import css from './forms.module.css';
import { fittingNames, partialName } from './template-names.ts';

interface TemplateFieldProps {
  label: string;
  isLabelHidden?: boolean;
  value: string;
  onChange(value: string): void;
  fault?: string | undefined;
  isCode?: boolean;
  help?: string;
}

/** A text in which templates stand. Between `{{` and `}}` it completes the names that can be read there. */
export function TemplateField({
  label,
  isLabelHidden,
  value,
  onChange,
  fault,
  isCode,
  help,
}: TemplateFieldProps) {
  const { names, part } = useAround();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [partial, setPartial] = useState<string>();
  const [index, setIndex] = useState(0);
  const caret = useRef<number>(undefined);
  const found = partial === undefined || isCode ? [] : fittingNames(names, partial);
  const chosen = Math.min(index, found.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height is that of what is written.
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${Math.min(current.scrollHeight + 2, 320)}px`;
    if (caret.current !== undefined) current.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);
  const look = () => {
    const { selectionStart = 0 } = box.current ?? {};
    setPartial(partialName(box.current?.value ?? '', selectionStart));
    setIndex(0);
  };
  const take = (name: string) => {
    const at = box.current?.selectionStart ?? value.length;
    const before = value.slice(0, at - (partial?.length ?? 0));
    const isClosed = /^\s*(\}\}|%\}|\|)/.test(value.slice(at));
    const isValue = before.lastIndexOf('{{') > before.lastIndexOf('{%');
    const end = isClosed || !isValue ? '' : ' }}';
    const space = /\{[{%]$/.test(before) ? ' ' : '';
    caret.current = before.length + space.length + name.length + end.length;
    onChange(`${before}${space}${name}${end}${value.slice(at)}`);
    setPartial(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (found.length === 0) return;
    if (event.key === 'ArrowDown') setIndex((chosen + 1) % found.length);
    else if (event.key === 'ArrowUp') setIndex((chosen + found.length - 1) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(found[chosen]!.name);
    else if (event.key === 'Escape') setPartial(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={`${field.field} ${css.template}`}>
      <label className={isLabelHidden ? hidden.spoken : field.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={box}
        rows={1}
        className={`${field.input} ${css.area} ${isCode ? css.code : ''}`}
        value={value}
        aria-invalid={Boolean(fault)}
        aria-describedby={`${id}-about`}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? `${id}-names` : undefined}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        spellCheck={!isCode}
        onChange={(event) => {
          onChange(event.target.value);
          look();
        }}
        onKeyDown={press}
        onClick={look}
        onBlur={() => {
          setPartial(undefined);
          part();
        }}
      />
      {found.length > 0 && (
        <div id={`${id}-names`} role="listbox" aria-label={label} className={css.names}>
          {found.map(({ name, hint }, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the field.
            <div
              key={name}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === chosen}
              className={css.name}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              <code>{name}</code>
              {hint && <span className={css.hint}>{hint}</span>}
            </div>
          ))}
        </div>
      )}
      <div id={`${id}-about`}>
        {help && <p className={field.help}>{help}</p>}
        {fault && <p className={field.fault}>{fault}</p>}
      </div>
    </div>
  );
}
