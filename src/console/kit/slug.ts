/** The short names of addresses: letters of a to z, digits, `-` and `_`. */

const longest = 63;

/** As passports of Russia have them (ICAO Doc 9303, part 3). */
const latin: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'shch', ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia' },
};

/**
 * A short name for what people call something, such as `place-an-order` for "Place an order"; with a number behind it if it is taken.
 * @param other for names of which no letter is left
 */
export function slugOf(name: string, taken: readonly string[], other: string): string {
  const plain = [...name.toLowerCase()]
    .map((letter) => latin[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, longest - 4)
    .replace(/-+$/, '');
  const wanted = plain === '' ? other : plain;
  for (let number = 1; ; number++) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.includes(slug)) return slug;
  }
}
