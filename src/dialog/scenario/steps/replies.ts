import type { Validation } from '../validation.ts';

/** What a customer is told after an answer of the wrong form, if the author has written nothing: a template. */
export function replyTo(validation: Validation | undefined): string | undefined {
  switch (validation?.type) {
    case 'url':
      return 'Please send a web address, such as https://example.com.';
    case 'amount':
      return `Please send an amount${rangeOf(validation)}, such as ${validation.min ?? validation.max ?? 1250}.`;
    case 'time':
      return `Please send a time${rangeOf(validation)}, such as ${validation.min ?? validation.max ?? '14:30'}.`;
    case 'datetime':
      return `Please send a day and a time${rangeOf(validation)}, such as ${exampleOf(validation.order)} 14:30.`;
    case 'one_of':
      return `Please send one of these: ${validation.texts
        .slice(0, mostNamed)
        .map(({ text }) => text)
        .join(', ')}${validation.texts.length > mostNamed ? ', …' : '.'}`;
    // Questions of these types ask again with their own text, as they did before there were others.
    case 'text':
    case 'number':
    case 'integer':
    case 'email':
    case 'phone':
    case 'date':
    case 'file':
    case 'location':
    case undefined:
      return undefined;
    default:
      return validation satisfies never;
  }
}

const mostNamed = 10;

const examples = { dmy: '20.11.2026', mdy: '11/20/2026' } as const;
const exampleOf = (order: keyof typeof examples | undefined) =>
  order === undefined ? '2026-11-20' : examples[order];

function rangeOf({
  min,
  max,
}: {
  min?: number | string | undefined;
  max?: number | string | undefined;
}): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` from ${min} on`;
  return max === undefined ? '' : ` up to ${max}`;
}
