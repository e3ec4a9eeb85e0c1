interface Policies {
  createPolicy(name: 'default', rules: { createHTML(html: string): string | null }): unknown;
}

/**
 * Lets code empty an element, and nothing else, by text of HTML: React Aria empties so what it has said to screen readers, as soon as a
 * number changes while its field has the focus. Browsers ask the default policy about every such text, and refuse where it gives null.
 */
export function allowEmptying(): void {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  policies?.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) });
}
