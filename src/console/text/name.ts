import { t } from './text.ts';

/** The ids that a web chat gives to visitors of whom nothing is known. */
const visitorId = /^vis_[0-9a-z]{22}([0-9a-z]{4})$/;

/**
 * How a customer is called: by their name, or by what a channel calls them. A visitor of a web chat without a name is told from others by
 * the end of the id, which is random.
 */
export function showName(name: string | null | undefined, externalId: string): string {
  if (name) return name;
  const mark = visitorId.exec(externalId)?.[1];
  return mark === undefined ? externalId : t('name.visitor', { mark: mark.toUpperCase() });
}

/** How a customer of whom a record tells is called; where the role of the person hides it, by the end of the id. */
export const showCustomer = (of: {
  name: string | null;
  external_id: string;
  identity_id: string;
}): string =>
  of.name === null && of.external_id === ''
    ? t('name.unnamed', { mark: of.identity_id.slice(-4).toUpperCase() })
    : showName(of.name, of.external_id);

/** What the server is asked for by whoever types a name as it is shown: of a visitor it knows the mark, and not what that is called here. */
export function askedName(words: string): string {
  const [before = '', after = ''] = t('name.visitor', { mark: '\n' }).split('\n');
  const typed = words.trim();
  const isVisitor = typed.toLowerCase().startsWith(before.toLowerCase()) && typed.endsWith(after);
  return isVisitor ? typed.slice(before.length, typed.length - after.length) : words;
}
