import { t, textFor } from './text.ts';

/**
 * What an entry of the audit log tells: `key.revoked` is "Key: revoked", if it has no text of its own. A record or a happening without
 * one stands as the API writes it.
 * @param data of the entry: of a settlement it has what was decided
 */
export function showAction(action: string, data: Record<string, unknown> = {}): string {
  const [record = '', happened = ''] = action.split('.');
  const plain = (name: string) => name.replaceAll('_', ' ');
  const said = t('action.said', {
    record: textFor('action_of', record, plain(record)),
    happened: textFor('action_did', happened, plain(happened)),
  });
  const decided = action.endsWith('.settled') && textFor('action_decided', String(data.outcome), '');
  return [textFor('action', action, said), decided].filter(Boolean).join(': ');
}
