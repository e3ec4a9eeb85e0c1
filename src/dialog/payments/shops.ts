import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { sha256 } from '../../platform/secrets.ts';
import { readConnectionById } from '../connections/by-id.ts';
import { openConnection } from '../connections/find.ts';
import type { OpenConnection } from '../connections/kind.ts';
import { openShop } from '../connections/shop.ts';
import type { ProviderOutcome, ShopAccount } from '../providers/provider.ts';

/** The connection of an order; undefined in the sandbox, and if it was deleted. */
export async function openConnectionOf(
  database: Pick<Transaction, 'orm'>,
  vault: Vault,
  { projectId, connectionId }: { projectId: string; connectionId: string | null },
): Promise<OpenConnection | undefined> {
  if (connectionId === null) return undefined;
  const row = await readConnectionById(database, projectId, connectionId);
  return row && openConnection(vault, row);
}

/** Asks which shop a connection belongs to, for a caller that waits at most `withinMs`. */
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

/** The shops of connections. An answer is cached for a while, because it is needed before every payment. */
export class Accounts {
  readonly #remembered = new Map<string, { account: ShopAccount; until: number }>();

  async of(connection: OpenConnection, http: OutboundHttp): Promise<ProviderOutcome<ShopAccount>> {
    // The key includes the credentials, because others may belong to another shop.
    const name = sha256(JSON.stringify(connection)).toString('base64');
    const known = this.#remembered.get(name);
    if (known && known.until > Date.now()) return { kind: 'answered', value: known.account };
    const outcome = await openShop(connection, http).account();
    if (outcome.kind === 'answered') {
      if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
      this.#remembered.set(name, { account: outcome.value, until: Date.now() + rememberedMs });
    }
    return outcome;
  }
}
