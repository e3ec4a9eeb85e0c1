import { lazy, Suspense, useState } from 'react';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { loadTextsOf, t } from '../text/text.ts';

// A first visit has no room for what is asked for now and then.
const Settle = lazy(async () => {
  const [{ Settle }] = await Promise.all([import('./settle.tsx'), loadTextsOf('outcomes')]);
  return { default: Settle };
});

/** A button with the window in which somebody settles an outcome that nobody knows. */
export function SettleRecord({ record }: { record: Shape<'Record'> }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button onPress={() => setAsked(true)}>{t('shell.settle')}</Button>
      {isAsked && (
        <Suspense>
          <Settle record={record} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
