/** The value at the upper edge of a chart: round, with a round half, and not below any value. */
export function chartTop(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 4, 6, 8, 10].map((each) => each * power).find((each) => each >= highest && each > 2)!;
}
