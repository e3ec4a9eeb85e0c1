import { ApiDocument, nameOf, type Operation } from '../stranger/document.ts';

/**
 * Checks every answer of the owner API in any test against its document: a field, a status or a header that is not
 * documented fails that test.
 */

interface Answered {
  method: string;
  /** The called path, below `/api/owner`, with its query. */
  path: string;
  status: number;
  headers: Headers;
  body: any;
  text: string;
}

interface Known {
  document: ApiDocument;
  patterns: { operation: Operation; pattern: RegExp }[];
}

/** All servers of a test file document the same answers. */
let known: Promise<Known> | undefined;

/** Reads the document of a server, unless one was read before. */
export function learnOwnerDocument(read: () => Promise<any>): Promise<unknown> {
  known ??= read().then((text) => {
    const document = new ApiDocument(text);
    const openParts = ({ path }: Operation) => path.split('{').length;
    const patterns = document.operations
      // A path that is spelled out goes before one with a parameter in its place.
      .sort((a, b) => openParts(a) - openParts(b))
      .map((operation) => ({
        operation,
        pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      }));
    return { document, patterns };
  });
  return known;
}

/** The answers that are possible at any address, before the operation is known. */
const ofNoOperation = ['several_hosts', 'not_found', 'method_not_allowed'];

/** @throws Error if the answer is not documented */
export async function holdAgainstDocument(answer: Answered): Promise<void> {
  if (!known || ofNoOperation.includes(answer.body?.code)) return;
  const { document, patterns } = await known;
  const { method, status, headers, text } = answer;
  const path = `/api/owner${answer.path.split('?', 1)[0]}`;
  const found = patterns.find(
    ({ operation, pattern }) => operation.method === method && pattern.test(path),
  )?.operation;
  if (!found) throw new Error(`${method} ${path} is answered and stands in no document: ${status} ${text}`);
  const faults = document.faultsOf({
    ...{ method, path: found.path, status, body: text },
    headers: Object.fromEntries(headers),
  });
  if (faults.length > 0) {
    throw new Error(`the document does not declare what ${nameOf(found)} answers: ${faults.join('; ')}`);
  }
}
