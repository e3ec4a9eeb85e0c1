/**
 * Waits for the end of `work`, however it ends, but no longer than `ms` milliseconds. What goes on after that is nobody's, so its
 * failure is not reported.
 */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), enough]);
  clearTimeout(timer);
}
