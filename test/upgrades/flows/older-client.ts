import { type Answer, Client } from '../../harness/client.ts';

/** A client of a version whose owner API has no document to hold its answers against. */
export class OlderClient extends Client {
  #headers: Record<string, string> = {};

  override async logIn(email: string, password: string): Promise<void> {
    const answer = await this.call('POST', '/api/owner/session', { body: { email, password } });
    if (answer.status !== 200) throw new Error(`cannot log in: ${answer.text}`);
    const [cookie] = answer.headers.getSetCookie()[0]!.split(';');
    this.#headers = { cookie: cookie!, 'x-csrf-token': answer.body.csrf_token };
  }

  override owner(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.call(method, `/api/owner${path}`, { body, headers: this.#headers });
  }
}
