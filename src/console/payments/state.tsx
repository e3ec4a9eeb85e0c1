import type { Shape } from '../api/shapes.ts';
import { Badge } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import { looks, standingOf } from './standing.ts';

/** Where a payment stands, in a word with a colour. */
export function StateBadge({ payment }: { payment: Pick<Shape<'Payment'>, 'status' | 'refund'> }) {
  const standing = standingOf(payment);
  return <Badge look={looks[standing]}>{t(`payments.is_${standing}`)}</Badge>;
}
