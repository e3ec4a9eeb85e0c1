/** What the head of the open page offers: its buttons and links, which it alone knows, as it shows them to this person. */
export function actsOfPage(): { id: string; name: string; keys?: string; act(): void }[] {
  const offered = document.querySelectorAll<HTMLElement>(
    '#content [data-acts] :is(button:not([disabled]), a[href])',
  );
  return [...offered]
    .filter((each) => each.checkVisibility())
    .map((each, index) => {
      const keys = each.querySelector('kbd')?.textContent ?? undefined;
      const name = each.getAttribute('aria-label') ?? each.textContent.replace(keys ?? '', '').trim();
      return { id: `act-${index}`, name, ...(keys && { keys }), act: () => each.click() };
    })
    .filter(({ name }) => name !== '');
}
