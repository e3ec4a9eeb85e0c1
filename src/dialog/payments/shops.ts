import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Queryable } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { sha256 } from '../../platform/secrets.ts';
import { openConnection } from '../connections/find.ts';
import type { OpenConnection } from '../connections/kind.ts';
import type { YooKassaSettings } from './connection.ts';
import type { PaymentProvider, ProviderOutcome, ShopAccount } from './provider.ts';
import { createYooKassa } from './yookassa/index.ts';

/** The provider behind a connection. */
export function openShop(connection: OpenConnection, http: OutboundHttp): PaymentProvider {
  const {
    shop_id: shopId,
    secret_key: secretKey,
    base_url: baseUrl,
  } = connection.settings as YooKassaSettings;
  return createYooKassa({ http, shopId, secretKey, baseUrl });
}

/** The connection that an order goes through; undefined in the sandbox, and where it was deleted. */
export async function openConnectionOf(
  database: Queryable,
  vault: Vault,
  { projectId, connectionId }: { projectId: string; connectionId: string | null },
): Promise<OpenConnection | undefined> {
  if (connectionId === null) return undefined;
  const { rows } = await database.query<Parameters<typeof openConnection>[1]>(
    'SELECT id, kind, settings, secrets FROM dialog.connections WHERE project_id = $1 AND id = $2',
    [projectId, connectionId],
  );
  return rows[0] && openConnection(vault, rows[0]);
}

/** Whose money a connection takes, asked by somebody who waits for the answer no longer than this. */
export function askAccount(
  connection: OpenConnection,
  http: OutboundHttp,
  withinMs: number,
): Promise<ProviderOutcome<ShopAccount>> {
  const inTime: OutboundHttp = { ...http, send: (request) => http.send({ ...request, timeoutMs: withinMs }) };
  return openShop(connection, inTime).account();
}

const rememberedMs = 10 * 60_000;
const mostRemembered = 1000;

/** Whose money a connection takes, remembered for a while: it is asked before every payment. */
export class Accounts {
  readonly #http: OutboundHttp;
  readonly #remembered = new Map<string, { account: ShopAccount; until: number }>();

  constructor(http: OutboundHttp) {
    this.#http = http;
  }

  async of(connection: OpenConnection): Promise<ProviderOutcome<ShopAccount>> {
    // Of the credentials too: other ones may be those of another shop.
    const name = sha256(JSON.stringify(connection)).toString('base64');
    const known = this.#remembered.get(name);
    if (known && known.until > Date.now()) return { kind: 'answered', value: known.account };
    const outcome = await openShop(connection, this.#http).account();
    if (outcome.kind === 'answered') {
      if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
      this.#remembered.set(name, { account: outcome.value, until: Date.now() + rememberedMs });
    }
    return outcome;
  }
}
