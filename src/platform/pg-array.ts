/** What can be an element of an array parameter. */
type Element = string | number | bigint | boolean | Buffer | null;

/**
 * Writes a Postgres array for a parameter with a cast (`$1::uuid[]`). Many statements take dozens of columns with each batch,
 * so this looks at a value once, and only once at a value that is repeated, as most are in a batch.
 *
 * @param elementOf gives the element of an item; undefined is null
 * @throws TypeError for a value that cannot be an element
 */
export function pgArray<Item>(items: readonly Item[], elementOf: (item: Item) => unknown): string {
  const texts = new Array<string | null>(items.length);
  let size = 0;
  let nulls = 0;
  let last: unknown = null;
  let lastText: string | null = null;
  for (let i = 0; i < items.length; i++) {
    const value = elementOf(items[i]!) ?? null;
    if (value !== last) {
      last = value;
      lastText = textOf(value as Element);
    }
    texts[i] = lastText;
    if (lastText === null) nulls++;
    else size += lastText.length;
  }
  if (nulls === 0 && size <= maxJoined) return items.length === 0 ? '{}' : `{"${texts.join('","')}"}`;
  if (nulls === items.length) return `{${'NULL,'.repeat(nulls - 1)}NULL}`;
  // A string that grows by appending is copied once, when it is sent.
  let array = '{';
  for (const text of texts) {
    if (array.length > 1) array += ',';
    array += text === null ? 'NULL' : `"${text}"`;
  }
  return `${array}}`;
}

/** In characters. Copies of a longer text would stay until a full collection. */
const maxJoined = 100_000;

/** The text between the quotes of an element; null for null, which has none. */
function textOf(value: Element): string | null {
  switch (typeof value) {
    case 'string':
      return escaped(value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      if (value === null) return null;
      if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
      throw new TypeError(`A ${typeof value} cannot be an element of an array parameter.`);
  }
}

function escaped(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return text;
  // Writes both as an array wants them, and is much faster at it than a replacement.
  if (!otherEscapes.test(text)) return JSON.stringify(text).slice(1, -1);
  return text.replace(special, '\\$&');
}

const special = /["\\]/g;
/** What JSON writes in another way than an array does. */
const otherEscapes = /[\0-\x1f\p{Surrogate}]/u;
