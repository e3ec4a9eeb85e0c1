/** What is shown in place of a secret. */
export const hidden = '[hidden]';

/** A text with `[hidden]` in place of each of these secrets. */
export const hide = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, hidden), text);

/** A secret as it may stand in a header, in an address, in a form and in JSON. */
export function formsOf(secret: string): string[] {
  const inForm = new URLSearchParams({ s: secret }).toString().slice(2);
  const inJson = JSON.stringify(secret).slice(1, -1);
  // PHP writes the slash in its own way.
  const inJsonOfPhp = inJson.replaceAll('/', '\\/');
  // Others write all that is not plain ASCII, and .NET some of that, too, by its number.
  const inNumbers = inJson.replace(/[^ -~]|[<>&'+]/g, numbered);
  const forms = [secret, encodeURIComponent(secret), inForm, inJson, inJsonOfPhp, inNumbers];
  return [...new Set([...forms, inNumbers.replace(/\\u[0-9a-f]{4}/g, upperCased)])];
}

const numbered = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const upperCased = (written: string): string => `\\u${written.slice(2).toUpperCase()}`;
