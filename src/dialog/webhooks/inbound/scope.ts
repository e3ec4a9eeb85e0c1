/** What the templates of a receiver read: the body and the headers of a call. */
export interface CallScope {
  body: unknown;
  headers: Record<string, string>;
}

/**
 * The scope of a receiver's templates. `headers.x_shop` means `headers.x-shop`, for owners who take a hyphen for a minus; all
 * headers at once have each name only as it was sent.
 */
export function callScope({ body, headers }: CallScope): CallScope {
  const readable: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!name.includes('-')) continue;
    Object.defineProperty(readable, name.replaceAll('-', '_'), { value, configurable: true, writable: true });
  }
  // A header that was sent by this name takes the place of the other reading.
  for (const [name, value] of Object.entries(headers)) {
    Object.defineProperty(readable, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return { body, headers: readable };
}
