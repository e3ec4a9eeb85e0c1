import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import css from './save-bar.module.css';

/** At the bottom of a form that was changed. It stands inside the form: its button sends it. */
export function SaveBar({ isPending, onReset }: { isPending: boolean; onReset(): void }) {
  return (
    <div className={css.bar} role="status">
      <span className={css.words}>{t('kit.unsaved')}</span>
      <Button look="quiet" isDisabled={isPending} onPress={onReset}>
        {t('kit.discard')}
      </Button>
      <Button type="submit" look="main" isPending={isPending}>
        {t('shell.save')}
      </Button>
    </div>
  );
}
