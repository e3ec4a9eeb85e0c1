import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { ProviderKind } from '../providers/kind.ts';
import { providerKinds } from '../providers/kinds.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import type { ConnectionKind, OpenConnection, TestReport } from './kind.ts';

/** Makes the kind of connection for the shops of a payment provider. */
export function shopConnection({ name, settings, secrets, address }: ProviderKind): ConnectionKind {
  return {
    name,
    settings,
    secrets,
    address,
    addressFault({ [address.setting]: url }, http) {
      if (typeof url !== 'string' || url.startsWith('https:') || http.isPermitted(url)) return undefined;
      return 'a payment provider is called by https:// only; OUTBOUND_ALLOW can name an address of your own for which http:// will do';
    },
    newSecrets: () => ({}),
    test: inspectShop,
  };
}

/** The provider of a connection. */
export function openShop({ kind, settings }: OpenConnection, http: OutboundHttp): PaymentProvider {
  return providerKinds[kind]!.open(settings, http);
}

/** The address to which payers return; null or undefined if the owner of the connection did not set one. */
export function returnUrlOf({ kind, settings }: OpenConnection): string | null | undefined {
  return providerKinds[kind]!.returnUrl(settings);
}

/**
 * Asks the provider whose credentials these are, and reports what an owner must know before customers pay: whether money
 * moves, whether receipts are needed, and which address the provider needs.
 */
async function inspectShop(connection: OpenConnection, http: OutboundHttp): Promise<TestReport> {
  const outcome = await openShop(connection, http).account();
  if (outcome.kind !== 'answered') {
    const { code } = outcome;
    return {
      ok: false,
      status: code === 'invalid_credentials' ? 401 : null,
      detail: wordsFor(code),
    };
  }
  const { shopId, enabled, test, needsReceipts } = outcome.value;
  const sentences = [
    `Shop ${shopId} ${enabled ? 'takes payments' : 'takes no payments at present'}.`,
    test ? 'It is a test shop: no money moves, and nothing is granted.' : 'It is a live shop: money moves.',
    needsReceipts ? 'Every payment needs a receipt: give the operation one.' : 'It needs no receipts.',
    `Enter ${notificationPath(connection.id)}, at the public address of this server, for its HTTP notifications.`,
  ];
  return { ok: enabled, status: 200, detail: sentences.join(' ') };
}

const notificationPath = (connectionId: string): string => `/api/payments/${connectionId}/notifications`;

function wordsFor(code: string): string {
  switch (code) {
    case 'invalid_credentials':
      return 'The provider did not accept the shop id and the secret key.';
    case 'address_refused':
      return 'The address may not be reached from this server: it is malformed, private or reserved. OUTBOUND_ALLOW can permit it.';
    case 'not_reached':
      return 'No connection came about. Check base_url.';
    default:
      return `The provider gave no usable answer (${code}).`;
  }
}
