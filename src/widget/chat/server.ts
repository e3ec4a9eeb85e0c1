import type { Shell } from '../contract.ts';
import type { Memory } from './memory.ts';
import { proofFor } from './proof.ts';
import type { Session } from './wire.ts';

/** What is given up after this time is tried again by whoever asked. The server takes a message of one id once. */
const patienceMs = 20_000;

/** Speaks to the visitors' API, in the name of the visitor of this browser. */
export class Server {
  readonly base: string;
  readonly #memory: Memory;
  readonly #begun: (session: Session) => void;
  #token: string | undefined;
  /** The word of the page's own server about who its user is. */
  #user: string | undefined;
  #ready: Promise<void> | undefined;

  /** @param begun gets each session */
  constructor(
    { base, channel }: Pick<Shell, 'base' | 'channel'>,
    memory: Memory,
    begun: (session: Session) => void,
  ) {
    this.base = `${base}/api/chat/${channel}`;
    this.#memory = memory;
    this.#begun = begun;
    this.#token = memory.read('');
  }

  get token(): string | undefined {
    return this.#token;
  }

  /**
   * Asks the server, and once more if it wants a proof of work.
   * @param signal ends it; without one it is given up when nobody answers, since a lost network does not say so
   */
  async send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const ask = (proof?: string) =>
      fetch(this.base + path, {
        method,
        signal: signal ?? AbortSignal.timeout(patienceMs),
        headers: {
          ...(this.#token && { authorization: `Bearer ${this.#token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(proof && { 'parley-proof': proof }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const answer = await ask();
    const proof = await proofFor(answer);
    return proof ? ask(proof) : answer;
  }

  /** Begins a session, or goes on with the last one. @throws what fetch throws, or the answer that refused it */
  async begin(): Promise<void> {
    // Another tab may have become somebody else meanwhile.
    this.#token = this.#memory.read('') ?? this.#token;
    const user = this.#user;
    const answer = await this.send('POST', '/sessions', { visitor: this.#token, user });
    if (answer.status === 401 && user) {
      const { detail } = (await answer.json()) as { detail: string };
      console.error(`Parley: the user of this page is not taken. ${detail}`);
      this.#user = undefined;
      return this.begin();
    }
    if (!answer.ok) throw answer;
    const session = (await answer.json()) as Session;
    this.#token = session.token;
    this.#memory.write('', session.token);
    this.#begun(session);
  }

  /** Goes on as a user of the page, in a session of theirs. @throws as `begin` */
  identify(user: string): Promise<void> {
    this.#user = user;
    const before = this.#ready?.catch(() => {});
    this.#ready = Promise.resolve(before).then(() => this.begin());
    this.#ready.catch(() => {
      this.#ready = undefined;
    });
    return this.#ready;
  }

  /** Begins the first session of this page, once. */
  start(): Promise<void> {
    this.#ready ??= this.begin().catch((error) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  /** Goes on as another page of this browser does, whatever this one was told before. @throws as `begin` */
  adopt(): Promise<void> {
    this.#user = undefined;
    return this.begin();
  }

  /** Is nobody any more. */
  forget(): void {
    this.#token = undefined;
    this.#user = undefined;
    this.#ready = undefined;
    this.#memory.write('', undefined);
  }

  /** Posts something in the name of the visitor, in a new session if the last one has expired. */
  async post(path: string, body?: unknown): Promise<Response> {
    await this.start();
    const answer = await this.send('POST', path, body);
    if (answer.status !== 401) return answer;
    await this.begin();
    return this.send('POST', path, body);
  }
}
