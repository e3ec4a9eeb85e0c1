/** A sum in the form in which it is sent, stored and shown. */
export interface Money {
  /** Decimal digits with a dot: `990.00`. */
  value: string;
  /** ISO 4217. */
  currency: string;
}

/** Up to 13 digits before the dot; every currency of the provider has two decimals (ISO 4217). */
export const SUM = /^\d{1,13}(?:\.\d{1,2})?$/;

/** The sum in hundredths; undefined if the text is not a sum. */
export function hundredths(value: string): bigint | undefined {
  if (!SUM.test(value)) return undefined;
  const [whole = '', decimals = ''] = value.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
}

/** Whether both are the same sum in the same currency, with any number of zeros. */
export function sameMoney(one: Money, other: Money): boolean {
  const sum = hundredths(one.value);
  return sum !== undefined && sum === hundredths(other.value) && one.currency === other.currency;
}
