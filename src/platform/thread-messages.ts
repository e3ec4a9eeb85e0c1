/** A message to a thread of a pool: one piece of work. The next one follows after its result. */
export type ToThread = { work: unknown };

/** A message from a thread: first its id in the operating system, null if unknown; then new clocks and results. */
export type FromThread = { task: string | null } | { clock: number } | { result: unknown };
