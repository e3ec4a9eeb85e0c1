/** Reads amounts as people write them. */

const mostDigits = 15;

/** How many digits may follow the decimal sign, and which sign it is if that is not to be told from the amount. */
export interface AmountForm {
  decimals: number;
  sign?: '.' | ',' | undefined;
}

const longest = 100;

/** A word or sign, a minus, a word or sign, digits with what groups them, and again a word or sign. */
const outline =
  /^(\p{Sc}|\p{L}{1,10}\.?)?\s*([+\-−])?\s*(\p{Sc})?\s*(\d[\d\s.,'’]*?)\s*(\p{Sc}|\p{L}{1,10}\.?)?$/u;

const codes = new Set(Intl.supportedValuesOf('currency'));
const words = new Set(['EURO', 'EUROS', 'DOLLAR', 'DOLLARS', 'РУБ', 'Р', 'РУБЛЬ', 'РУБЛЯ', 'РУБЛЕЙ']);

/** Whether this names a currency. Any other word may be a part of the number, as in "5 million". */
function isCurrency(text: string): boolean {
  const word = text.replace(/\.$/, '').toUpperCase();
  return /^\p{Sc}$/u.test(text) || codes.has(word) || words.has(word);
}

/**
 * Reads `12 500`, `10,000.50`, `10.000,50` or `€12`, and returns it as a decimal text such as `10000.50`; null for anything else.
 *
 * Of "." and "," the last one in an amount that has both is the decimal sign. One that occurs several times groups digits. One that
 * occurs once, with three digits behind it and one to three before it, groups digits if fewer than three decimals are allowed;
 * otherwise nobody can tell, and only `sign` decides.
 */
export function readAmount(text: string, { decimals, sign }: AmountForm): string | null {
  const [, before, minus = '', between, digits, behind] =
    (text.length <= longest && outline.exec(text)) || [];
  if (digits === undefined) return null;
  if (![before, between, behind].every((each) => each === undefined || isCurrency(each))) return null;
  const at = decimalAt(digits, decimals, sign);
  if (at === null) return null;
  const whole = ungrouped(digits.slice(0, at), digits[at]);
  const part = digits.slice(at + 1);
  if (whole === null || !/^\d*$/.test(part) || part.length > decimals) return null;
  if (at < digits.length && part === '') return null;
  if (whole.length + part.length > mostDigits) return null;
  const isNegative = (minus === '-' || minus === '−') && /[1-9]/.test(whole + part);
  return `${isNegative ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

/** Where the decimal sign is; the length of the text if it has none, null if nobody can tell. */
function decimalAt(digits: string, decimals: number, sign: '.' | ',' | undefined): number | null {
  const signs = [...digits.matchAll(/[.,]/g)];
  const last = signs.at(-1);
  if (!last) return digits.length;
  if (sign !== undefined) return last[0] === sign ? last.index : digits.length;
  if (signs.some(([each]) => each !== last[0])) return last.index;
  if (signs.length > 1) return digits.length;
  const looksLikeGroup =
    /^[1-9]\d{0,2}$/.test(digits.slice(0, last.index)) && /^\d{3}$/.test(digits.slice(last.index + 1));
  if (!looksLikeGroup) return last.index;
  return decimals < 3 ? digits.length : null;
}

/** The digits of a whole number without what groups them by three; null if the groups are no groups. */
function ungrouped(whole: string, decimalSign: string | undefined): string | null {
  const normal = whole.replace(/\s/g, ' ').replace(/’/g, "'");
  const groups = [' ', "'", '.', ','].filter((each) => normal.includes(each));
  const [by] = groups;
  if (groups.length > 1 || by === decimalSign) return by === undefined ? withoutZeros(normal) : null;
  if (by === undefined) return withoutZeros(normal);
  const [first = '', ...others] = normal.split(by);
  const areGroups = /^\d{1,3}$/.test(first) && others.every((group) => /^\d{3}$/.test(group));
  return areGroups ? withoutZeros(first + others.join('')) : null;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
