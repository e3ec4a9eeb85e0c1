/** An Idempotency-Key: whoever repeats a request under the same one does nothing again. (Browsers have `randomUUID` only on https and localhost.) */
export const newKey = (): string =>
  crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
