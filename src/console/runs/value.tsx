import { CopyText } from '../kit/copy.tsx';
import { showJson } from '../kit/json-field.tsx';
import css from './runs.module.css';

/** What a step or a run was given, or what came of it; nothing for nothing. */
export function Value({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <section className={css.value}>
      <p className={css.valueName}>{name}</p>
      <CopyText label={name} text={typeof value === 'string' ? value : showJson(value)} />
    </section>
  );
}
