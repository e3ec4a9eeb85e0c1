import type { Texts } from '../text/texts.ts';

const most = 99;

/** Shows at the launcher how many messages are unread. */
export function showCount(opener: HTMLButtonElement, count: number, texts: Texts): void {
  // Who speaks to a computer names what can be read on a button.
  const words = opener.textContent && `${opener.textContent}: `;
  opener.classList.toggle('new', count > 0);
  opener.dataset.count = count > most ? `${most}+` : `${count}`;
  opener.ariaLabel = words + (count ? texts.openNew : texts.open);
  opener.ariaDescription = count ? texts.news(count) : '';
}
