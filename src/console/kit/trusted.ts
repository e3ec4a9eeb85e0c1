/**
 * What the page lets scripts do with text that a browser would carry out (Trusted Types). The header of the page names the two policies,
 * so that no other can be made.
 */
interface Policies {
  createPolicy(name: 'default', rules: { createHTML(html: string): string | null }): unknown;
  createPolicy(
    name: 'parley',
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;

/**
 * Lets code empty an element, and nothing else, by text of HTML: React Aria empties so what it has said to screen readers, as soon as a
 * number changes while its field has the focus. Browsers ask the default policy about every such text, and refuse where it gives null.
 */
export function allowEmptying(): void {
  policies?.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) });
}

const workers = policies?.createPolicy('parley', { createScriptURL: (url) => url });

/** The address of a worker of the console's own, as the browser takes it. */
export const workerUrl = (url: string): string => workers?.createScriptURL(url) ?? url;
