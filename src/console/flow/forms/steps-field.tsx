import { Button } from '../../kit/button.tsx';
import { t, word } from '../../text/text.ts';
import { isObject, type Json, type Path } from '../document/json.ts';
import { Group } from './fields.tsx';
import { useAround } from './form-context.ts';
import css from './forms.module.css';

/** The steps inside a step: they have forms of their own. */
export function StepsField({ label, value }: { label: string; path: Path; value: readonly Json[] }) {
  const { open } = useAround();
  const steps = value.filter(isObject);
  return (
    <Group label={label}>
      <p className={css.note}>{t('flow.inside', { count: steps.length })}</p>
      <div className={css.inside}>
        {steps.map(({ id, type }) => (
          <Button key={String(id)} look="quiet" onPress={() => open(String(id))}>
            {String(id)} · {word('flow_step', String(type))}
          </Button>
        ))}
      </div>
    </Group>
  );
}
