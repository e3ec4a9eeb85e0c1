/** Asks again and again until the answer is neither undefined nor false. @throws when it takes longer than that. */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 15_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as T;
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
