import { make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';
import type { Asks } from './wire.ts';

const kinds = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

/**
 * Adds the browser's own calendar or clock under a question, beside the field for words. What is chosen is said as text, which the server
 * reads like any other answer.
 */
export function makePicker(
  box: HTMLElement,
  { type, min, max, timezone }: Asks,
  texts: Texts,
  choose: (text: string) => void,
): void {
  const form = make('form', box, '', 'pick once');
  const label = make('label', form);
  make('span', label, texts[type]);
  const input = make('input', label);
  Object.assign(input, { type: kinds[type], required: true, ...(min && { min }), ...(max && { max }) });
  const send = make('button', form, texts.choose);
  send.type = 'submit';
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (timezone && timezone !== own) make('small', form, texts.inZone(timezone.replaceAll('_', ' ')));
  form.onsubmit = (event) => {
    event.preventDefault();
    choose(input.value.replace('T', ' '));
  };
}
