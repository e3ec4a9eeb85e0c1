import createClient from 'openapi-fetch';
import createQueries from 'openapi-react-query';
import type { paths } from './owner-api.d.ts';
import { ApiProblem } from './problem.ts';

/** What the client needs to know of the person at the screen, and whom it asks when the server wants to be sure. */
interface Person {
  csrfToken: string | undefined;
  /** Shows the question for a second factor. @returns whether it was answered rightly */
  confirm: (() => Promise<boolean>) | undefined;
  /** The session has ended: asks for the password. @returns whether the same person is there again */
  logInAgain: () => Promise<boolean>;
  /** Another page of this browser may have a new session. @returns whether the same person has one */
  takeUp: () => Promise<boolean>;
}

const person: Person = {
  csrfToken: undefined,
  confirm: undefined,
  logInAgain: async () => false,
  takeUp: async () => false,
};

/** Sets what requests need. */
export function setPerson(change: Partial<Person>): void {
  Object.assign(person, change);
}

/** The token that requests must carry which change something. */
export const csrfToken = (): string | undefined => person.csrfToken;

let confirming: Promise<boolean> | undefined;

/** One question at a time, whatever number of acts wait for its answer. */
function confirmOnce(): Promise<boolean> {
  confirming ??= (person.confirm?.() ?? Promise.resolve(false)).finally(() => {
    confirming = undefined;
  });
  return confirming;
}

async function attempt(request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  if (request.method !== 'GET' && person.csrfToken) headers.set('x-csrf-token', person.csrfToken);
  try {
    return await fetch(new Request(request, { headers }));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiProblem(0, { code: 'offline', detail: 'The server cannot be reached.' });
  }
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const text = await response.text().catch(() => '');
  let body = {};
  try {
    body = JSON.parse(text);
  } catch {
    // Something in between answered, in words of its own.
  }
  const { headers } = response;
  return new ApiProblem(response.status, body, {
    ...{ requestId: headers.get('x-request-id') ?? undefined, text },
    retryAfterSeconds: Number(headers.get('retry-after')) || undefined,
  });
}

/** Those who begin and end a session do not wait for one. */
const ofSession = '/api/owner/session';

/** Mends why the server did nothing, with the person if need be. @returns whether the same request may go again */
export async function mend({ code }: ApiProblem, path: string): Promise<boolean> {
  if (path === ofSession) return false;
  if (code === 'confirmation_required') return confirmOnce();
  if (code === 'session_required') return person.logInAgain();
  return code === 'csrf_failed' && person.takeUp();
}

/**
 * Sends a request as the person. If the server asks for a confirmation, or the session has ended, it asks the person and sends the same
 * request again, so no act needs to know of that.
 * @throws ApiProblem for every answer that is not a success, and `offline` if there was none
 */
export async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await attempt(request);
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (await mend(problem, new URL(again.url).pathname)) return send(again);
  throw problem;
}

/** The owner API, typed by its document. A refusal is thrown as `ApiProblem`. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: send });

/** The owner API as queries and mutations of React. Their errors are `ApiProblem`. */
export const queries = createQueries(api);
