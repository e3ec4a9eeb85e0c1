import type { Shape } from '../api/shapes.ts';
import { Code } from '../kit/code.tsx';
import { t } from '../text/text.ts';

type Answer = Shape<'HeardAnswer'>;

/** What the other side answered, as it came over the wire. Where nobody came to an answer there is nothing to show. */
export function HeardAnswer({ answer }: { answer: Answer | undefined }) {
  if (!answer) return null;
  return <Code label={t('shell.answered')} text={showAnswer(answer)} />;
}

/** An answer as text: its status, its headers, its body as far as it is kept. */
export function showAnswer({ status, headers, body, truncated }: Answer): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = body === null ? t('shell.answered_no_text') : body + (truncated ? '…' : '');
  return [`HTTP ${status}`, ...head, ...(shown === '' ? [] : ['', shown])].join('\n');
}
