import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Part numbers as people compare them: `a 100`, `A-100` and `A.100` are the same. The function of the database says how: in upper case,
 * without white space, dashes, points, slashes and underscores.
 */
const normal = (pn: SQLWrapper): SQL => sql`catalog.normal_pn(${pn})`;

/** How leading zeros count: as any other digit, or not at all. */
export const zeroRules = ['keep', 'ignore'] as const;
export type ZeroRule = (typeof zeroRules)[number];

/** Whether two part numbers are the same. The first condition has an index. */
export function isSamePart(pn: SQLWrapper, asked: SQLWrapper, zeros: ZeroRule): SQL {
  const same = sql`ltrim(${normal(pn)}, '0') = ltrim(${normal(asked)}, '0')`;
  return zeros === 'ignore' ? same : sql`${same} AND ${normal(pn)} = ${normal(asked)}`;
}
