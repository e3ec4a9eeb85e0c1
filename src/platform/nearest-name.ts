/** Names are compared with so many others, because a definition may have thousands of both. */
const mostNames = 500;
const longestName = 40;

/** How many letters of a name may be wrong: one of short names, two of others. Of the shortest each would be any other. */
const mostWrong = (name: string) => (name.length < 4 ? 0 : name.length < 6 ? 1 : 2);

/**
 * What was probably meant by a name that is not known.
 * @returns the name with the fewest wrong letters, whatever their case; undefined if all have too many
 */
export function nearest(wanted: string, names: readonly string[]): string | undefined {
  const most = mostWrong(wanted);
  if (most === 0 || wanted.length > longestName) return undefined;
  const far = names
    .filter((name) => Math.abs(name.length - wanted.length) <= most)
    .slice(0, mostNames)
    .map((name) => ({ name, wrong: wrongLetters(wanted, name) }))
    .filter(({ name, wrong }) => wrong <= most && name !== wanted)
    .sort((one, other) => one.wrong - other.wrong);
  return far[0]?.name;
}

/** How many letters must be put in, left out, replaced or exchanged with their neighbour to make one name of another. */
function wrongLetters(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
