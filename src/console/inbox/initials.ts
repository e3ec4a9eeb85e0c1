/** One or two letters that stand for somebody. */
export function shortOf(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => [...word][0]);
  return letters.join('').toUpperCase() || '?';
}
