import { providerKinds } from '../providers/kinds.ts';
import { http } from './http.ts';
import type { ConnectionKind } from './kind.ts';
import { shopConnection } from './shop.ts';
import { webhook } from './webhook.ts';

const shops = Object.values(providerKinds).map(
  (provider) => [provider.name, shopConnection(provider)] as const,
);

/** Every kind of connection. To add a kind, add an entry here, or a payment provider. */
export const connectionKinds: Readonly<Record<string, ConnectionKind>> = {
  http,
  webhook,
  ...Object.fromEntries(shops),
};
