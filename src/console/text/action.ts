import { t, textFor } from './text.ts';

/**
 * What an entry of the audit log tells: `key.revoked` is "Key: revoked", if it has no text of its own. A record or a happening without
 * one stands as the API writes it.
 */
export function showAction(action: string): string {
  const [record = '', happened = ''] = action.split('.');
  const plain = (name: string) => name.replaceAll('_', ' ');
  const said = t('action.said', {
    record: textFor('action_of', record, plain(record)),
    happened: textFor('action_did', happened, plain(happened)),
  });
  return textFor('action', action, said);
}
