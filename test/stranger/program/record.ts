import type { Middleware } from 'openapi-fetch';

/** A request and its answer, in the terms of a document. */
export interface Exchange {
  method: string;
  /** The path of the document, with its parameters unfilled. */
  path: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The calls of a client, in the order of the answers. */
export const exchanges: Exchange[] = [];

/** Records every exchange of a client that uses it. */
export const recorder: Middleware = {
  async onResponse({ request, response, schemaPath }) {
    exchanges.push({
      method: request.method,
      path: schemaPath,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await textOf(response.clone()),
    });
  },
};

/** The text of an answer; of a stream that does not end its first event. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  let text = '';
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  while (!/event: .+\n\n/s.test(text)) text += (await reader.read()).value ?? '';
  // It ends when the program has let go of its copy, too.
  reader.cancel().catch(() => {});
  return text;
}

/** Asks again until there is an answer. */
export async function until<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const value = await ask();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`never: ${ask}`);
}

/** Narrows a result that must be present. @throws with the name of the missing result */
export function given<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`${what} is missing`);
  return value;
}
