/** What can be an element of an array parameter. */
type Element = string | number | bigint | boolean | Date | Buffer | null;

/**
 * Writes a Postgres array for a parameter with a cast (`$1::uuid[]`). Many statements take dozens of columns with each batch,
 * so this looks at a value once, and only once at a value that is repeated, as most are in a batch.
 */
export function pgArray(values: readonly Element[]): string {
  const texts = new Array<string>(values.length);
  let size = 0;
  let last: Element | undefined;
  let lastText = '';
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value !== last) {
      last = value;
      lastText = textOf(value);
    }
    texts[i] = lastText;
    size += lastText.length;
  }
  if (size <= maxJoined) return `{${texts.join()}}`;
  // A string that grows by appending is copied once, when it is sent.
  let array = '{';
  for (const text of texts) {
    if (array.length > 1) array += ',';
    array += text;
  }
  return `${array}}`;
}

/** In characters. Copies of a longer text would stay until a full collection. */
const maxJoined = 100_000;

function textOf(value: Element): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null) return 'NULL';
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`;
  return `"${value instanceof Date ? value.toISOString() : String(value)}"`;
}

function quoted(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`;
  // Writes both as an array wants them, and is much faster at it than a replacement.
  if (!otherEscapes.test(text)) return JSON.stringify(text);
  return `"${text.replace(special, '\\$&')}"`;
}

const special = /["\\]/g;
/** What JSON writes in another way than an array does. */
const otherEscapes = /[\0-\x1f\p{Surrogate}]/u;
