import type { Middleware } from 'openapi-fetch';

/** A request and its answer, as a document that was kept to would have them. */
export interface Exchange {
  method: string;
  /** The path of the document, with its parameters unfilled. */
  path: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What a client called, in the order of the answers. */
export const exchanges: Exchange[] = [];

/** Notes every exchange of a client that uses it. */
export const recorder: Middleware = {
  async onResponse({ request, response, schemaPath }) {
    exchanges.push({
      method: request.method,
      path: schemaPath,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.clone().text(),
    });
  },
};

/** Asks again until there is an answer. */
export async function until<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (const end = Date.now() + 15_000; Date.now() < end; ) {
    const value = await ask();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`never: ${ask}`);
}

/** Narrows what a call is expected to have given. @throws with the name of what is missing */
export function given<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`${what} is missing`);
  return value;
}
