import type { Readable } from 'node:stream';
import { request } from 'undici';
import { CommandFailed } from './failure.ts';
import { ownServer } from './owner.ts';

/** Where the catalog is. */
export interface CatalogOptions {
  /** If absent, the server of these settings. */
  url?: string;
  token?: string;
}

/** A request to the catalog. @template Body what is sent, if anything */
interface Asked {
  method?: 'GET' | 'POST';
  /** Values that are undefined are left out. */
  query?: Record<string, string | undefined> | [string, string][];
  body?: object;
}

/**
 * Sends a request to the catalog, whose answer is a success.
 * @param path below `/api`, with its last slash
 * @returns the body of the answer
 * @throws CommandFailed with a line for the terminal
 */
export async function askCatalog(
  path: string,
  options: CatalogOptions,
  { method = 'GET', query = {}, body }: Asked = {},
): Promise<Readable & { json(): Promise<unknown>; text(): Promise<string> }> {
  const { url, token } = serverOf(options);
  const address = catalogAddress(url, path, query);
  let answer: Awaited<ReturnType<typeof request>>;
  try {
    answer = await request(address, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      // Applying a list, and undoing one, may take minutes.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  } catch (error) {
    throw (
      unreachable(error, url, address) ??
      new CommandFailed(`The request was interrupted (${(error as Error).message}).`)
    );
  }
  if (answer.statusCode >= 300) throw new CommandFailed(explain(answer.statusCode, await answer.body.text()));
  return answer.body as never;
}

/** The server of a command, and the token for it. An empty variable counts as not set, as with the settings. */
export const serverOf = (options: CatalogOptions): { url: string; token: string | undefined } =>
  options.url ? { url: options.url, token: options.token } : ownServer(options.token || undefined);

/** The address of a path of the catalog on a server, which may itself be below a path. @throws CommandFailed */
export function catalogAddress(
  url: string,
  path: string,
  query: Record<string, string | undefined> | [string, string][],
): string {
  const server = URL.canParse(url) ? new URL(url) : undefined;
  if (!server || !/^https?:$/.test(server.protocol)) {
    throw new CommandFailed(
      `"${url}" is not the address of a server. Give --url as http://host:port or https://host.`,
    );
  }
  const address = new URL(`${server.origin}${server.pathname.replace(/\/+$/, '')}/api${path}`);
  const entries = Array.isArray(query) ? query : Object.entries(query);
  for (const [name, value] of entries) if (value !== undefined) address.searchParams.append(name, value);
  return address.href;
}

/** Why no server was reached; undefined if one was, and the connection broke. */
export function unreachable(error: unknown, url: string, address: string): CommandFailed | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') {
    return new CommandFailed(`No server answers at ${url}. Is it running? Set PORT or --url to its address.`);
  }
  if (code === 'ENOTFOUND') {
    return new CommandFailed(`There is no server with this name: ${new URL(address).host}. Check --url.`);
  }
  return undefined;
}

/** What an answer other than success means for the person at the terminal. */
export function explain(status: number, text: string): string {
  if (status === 401) return 'The catalog requires a token: set CATALOG_TOKEN, or add --token.';
  if (status === 403) return 'This token may only read: this command needs CATALOG_TOKEN.';
  const detail = detailOf(text);
  // The catalog says which record it has not.
  if (status === 404 && !detail?.startsWith('No ')) {
    return 'There is no catalog at this address. Give --url as the address of the server, without /api.';
  }
  return detail ?? `The server answered ${status}: ${text.slice(0, 500)}`;
}

function detailOf(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}
