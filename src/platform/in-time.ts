/**
 * Added to a limit: the database ends a statement at the limit and says why, and after a stop of this process the answers that wait in
 * sockets are read first.
 */
const readFirstMs = 1000;

/** Something did not come in time. What it would have done may be done nevertheless. */
export class Late extends Error {
  /** As the driver says it, so that it counts as a fault of the database. */
  readonly code = 'ETIMEDOUT';
  readonly syscall = 'read';

  constructor() {
    super('The database did not answer in time.');
  }
}

/**
 * A result, if it comes in time.
 * @param limitMs in milliseconds; undefined: any time will do
 * @param onLate is called when it did not
 * @throws Late
 */
export function inTime<Result>(
  limitMs: number | undefined,
  result: Promise<Result>,
  onLate: () => unknown = () => {},
): Promise<Result> {
  if (limitMs === undefined) return result;
  return new Promise((resolve, reject) => {
    const late = () => {
      onLate();
      reject(new Late());
    };
    let timer = setTimeout(() => {
      timer = setTimeout(late, readFirstMs);
    }, limitMs);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
