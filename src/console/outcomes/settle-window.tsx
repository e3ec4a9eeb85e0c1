import { lazy, Suspense } from 'react';
import type { Shape } from '../api/shapes.ts';

// A first visit has no room for what is asked for now and then.
const Settle = lazy(async () => ({ default: (await import('./settle.tsx')).Settle }));

/** The window in which somebody settles an outcome that nobody knows. */
export const SettleWindow = (props: { record: Shape<'Record'>; onClose(): void }) => (
  <Suspense>
    <Settle {...props} />
  </Suspense>
);
