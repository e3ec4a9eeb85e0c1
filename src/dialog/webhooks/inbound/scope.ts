/** What the templates of a receiver read: the body and the headers of a call. */
export interface CallScope {
  body: unknown;
  headers: Record<string, string>;
}

/**
 * The scope of a receiver's templates. `headers.x_shop` means `headers.x-shop`, for owners who take a hyphen for a minus; all
 * headers at once have each name only as it was sent. If both came, the one with hyphens counts: it is the one that senders sign,
 * and whoever repeats a call could add the other.
 */
export function callScope({ body, headers }: CallScope): CallScope {
  const readable: Record<string, string> = {};
  const define = (name: string, value: string, enumerable: boolean) =>
    Object.defineProperty(readable, name, { value, enumerable, configurable: true, writable: true });
  for (const [name, value] of Object.entries(headers)) define(name, value, true);
  for (const [name, value] of Object.entries(headers)) {
    if (name.includes('-')) define(name.replaceAll('-', '_'), value, false);
  }
  return { body, headers: readable };
}
