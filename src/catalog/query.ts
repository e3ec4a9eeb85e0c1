import type { FastifyRequest } from 'fastify';

/** The query of a request. `last` returns the last value of a repeated parameter, which is the one that counts. */
export class Query {
  readonly #all: URLSearchParams;

  constructor(request: Pick<FastifyRequest, 'raw'>) {
    const url = request.raw.url ?? '';
    const at = url.indexOf('?');
    this.#all = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  }

  last(name: string): string | undefined {
    return this.#all.has(name) ? this.#all.getAll(name).at(-1) : undefined;
  }

  /** Names of the parameters, without duplicates. */
  get names(): string[] {
    return [...new Set(this.#all.keys())];
  }

  /** A copy of all parameters, for links. */
  copy(): URLSearchParams {
    return new URLSearchParams(this.#all);
  }
}
