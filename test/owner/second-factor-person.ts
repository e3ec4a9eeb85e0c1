import type { Answer } from '../harness/client.ts';
import { makeOwner } from '../harness/second-owner.ts';
import type { TestServer } from '../harness/server.ts';
import { totpCode } from '../harness/totp.ts';

export const password = 'seven green umbrellas';

type Call = (method: string, path: string, body?: unknown, at?: TestServer) => Promise<Answer>;

/** A person who logs in by hand, so that a test sees each step. */
export class Person {
  readonly email: string;
  readonly #server: TestServer;
  /** From where the person comes. */
  from: string;
  secret = '';
  recoveryCodes: string[] = [];

  constructor(server: TestServer, email: string, from: string) {
    this.#server = server;
    this.email = email;
    this.from = from;
  }

  /** Makes the account. */
  static async make(server: TestServer, email: string, from: string): Promise<Person> {
    await makeOwner(server, email, password);
    return new Person(server, email, from);
  }

  /** A request without a session. */
  send(path: string, body: unknown, { from = this.from, at = this.#server, headers = {} } = {}) {
    return at.call('POST', `/api/owner${path}`, { body, headers: { 'x-forwarded-for': from, ...headers } });
  }

  logIn(options: { from?: string; at?: TestServer; headers?: Record<string, string> } = {}) {
    return this.send('/session', { email: this.email, password }, options);
  }

  /** The token that stands for the right password. */
  async token(): Promise<string> {
    const { status, body, text } = await this.logIn();
    if (status !== 401 || body.code !== 'second_factor_required') throw new Error(`${status} ${text}`);
    return body.login_token;
  }

  /** The session that an answer has begun. */
  in({ status, headers, body, text }: Answer): Call {
    if (status !== 200) throw new Error(`no session: ${status} ${text}`);
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
    return (method, path, sent, at = this.#server) =>
      at.call(method, `/api/owner${path}`, {
        body: sent,
        headers: { cookie, 'x-csrf-token': body.csrf_token, 'x-forwarded-for': this.from },
      });
  }

  /** Sets up an app. @returns the session in which it was done */
  async addTotp(): Promise<Call> {
    const call = this.in(await this.logIn());
    const { body } = await call('POST', '/second-factors/totp', { password });
    this.secret = body.secret;
    const confirmed = await call('POST', '/second-factors/totp/confirm', { code: totpCode(this.secret) });
    if (confirmed.status !== 200) throw new Error(`${confirmed.status} ${confirmed.text}`);
    this.recoveryCodes = confirmed.body.recovery_codes;
    await this.#forgetCodes();
    return call;
  }

  /** A code that was not used. */
  async freshCode(): Promise<string> {
    await this.#forgetCodes();
    return totpCode(this.secret);
  }

  /** So that no test waits 30 seconds for the next code. */
  #forgetCodes() {
    return this.sql('UPDATE dialog.totp_secrets SET last_step = 0 WHERE owner_id = $1');
  }

  /** A session begun with the app. */
  async enter(): Promise<Call> {
    const token = await this.token();
    const code = await this.freshCode();
    return this.in(await this.send('/session/second-factor', { login_token: token, code }));
  }

  /** Runs a statement. @param text has $1 for the id of the person */
  sql(text: string, ...values: unknown[]) {
    return this.#server.server.parts.database.query<Record<string, any>>(
      text.replaceAll('$1', '(SELECT id FROM dialog.owners WHERE email = $1)'),
      [this.email, ...values],
    );
  }
}

export const told = ({ status, body }: Answer) => [status, body?.code];
