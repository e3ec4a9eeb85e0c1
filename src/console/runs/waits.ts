import type { Shape } from '../api/shapes.ts';
import { showMoment } from '../text/format.ts';
import { t, textFor } from '../text/text.ts';

type Step = Pick<Shape<'RunStep'>, 'type' | 'status' | 'input' | 'output'>;

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** What a step waits for, in a sentence; undefined of one that does not wait. */
export function waitsFor({ type, status, input, output }: Step): string | undefined {
  if (status !== 'waiting') return undefined;
  if (type === 'wait_for') {
    const of = objectOf(input).of;
    if (of === undefined) return t('waits.approval');
    const { receiver, source } = objectOf(of);
    return receiver === undefined
      ? t('waits.event', { source: String(source) })
      : t('waits.receiver', { slug: String(receiver) });
  }
  const { until } = objectOf(output);
  if (type === 'delay' && isMoment(until)) return t('waits.until', { when: showMoment(until) });
  return textFor('waits', type, t('waits.other'));
}

/** The run that a step has started. */
export function runBehind({ type, output }: Step): string | undefined {
  const { run_id: id } = objectOf(output);
  return type === 'workflow' && typeof id === 'string' ? id : undefined;
}
