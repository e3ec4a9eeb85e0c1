/** A piece of a text: one that was looked for, or what stands between. */
export interface Piece {
  words: string;
  isFound: boolean;
}

/** Cuts a text where words begin with those that were looked for, as the search finds them: by beginnings, whatever their case. Pure. */
export function markedWords(text: string, q: string): Piece[] {
  const asked = (q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word, n, all) => all.indexOf(word) === n,
  );
  if (asked.length === 0) return [{ words: text, isFound: false }];
  const pieces: Piece[] = [];
  let between = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const isFound = asked.some((each) => word.toLowerCase().startsWith(each));
    if (!isFound) continue;
    if (index > between) pieces.push({ words: text.slice(between, index), isFound: false });
    pieces.push({ words: word, isFound: true });
    between = index + word.length;
  }
  if (between < text.length) pieces.push({ words: text.slice(between), isFound: false });
  return pieces;
}
