import { MaxPartsExceededError, parseMultipart } from '@remix-run/multipart-parser';
import {
  charsetOf,
  decodeText,
  decodingOf,
  isCharset,
  NoText,
  nameOfCharset,
  readContentType,
} from '../../../platform/body-text.ts';

/** A form that is broken. The message is a clause for its sender, and names the field if there is one. */
export class BrokenForm extends Error {
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** A field before it is decoded. */
interface RawField {
  name: Buffer;
  value: Buffer;
  /** The charset that the field names for itself. */
  charset?: string | undefined;
}

/**
 * The fields of a form in `application/x-www-form-urlencoded`, by https://url.spec.whatwg.org/#urlencoded-parsing, in the charset
 * that it names, if that is known.
 * @param label the charset of the content type
 * @throws NoText if they are not in it; BrokenForm for more than `most`
 */
export function fieldsOfForm(body: Buffer, label: string | undefined, most: number): [string, string][] {
  const charset = known(label);
  const name = charsetOf(body, charset);
  // Its signs cannot be found among bytes.
  if (name.startsWith('utf-16')) {
    const fields = [...new URLSearchParams(decodeText(body, charset))];
    if (fields.length > most) throw tooMany(most);
    return fields;
  }
  const text = body.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  // Counted before anything is made of them.
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++count > most) throw tooMany(most);
  const fields = text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): RawField => {
      const [, field = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair)!;
      return { name: unescaped(field), value: unescaped(value) };
    });
  return decoded(fields, charset);
}

const known = (label: string | undefined) => (label !== undefined && isCharset(label) ? label : undefined);

const tooMany = (most: number) => new BrokenForm(`a form has at most ${most} fields`);

/** @param text a byte for each character */
const unescaped = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  );

/**
 * The fields of a form in `multipart/form-data` (RFC 7578), each in the charset that it names.
 * @param most fields
 * @throws NoText if one is not in it; BrokenForm
 */
export function fieldsOfMultipart(body: Buffer, contentType: string, most: number): [string, string][] {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw new BrokenForm('the content type of a multipart form names its boundary');
  const limits = { maxParts: most, maxFileSize: body.length, maxTotalSize: body.length };
  const fields: RawField[] = [];
  try {
    for (const part of parseMultipart(body, { boundary, ...limits })) {
      const { name, filename, headers } = part;
      if (name === undefined) throw new BrokenForm('a part of the multipart form has no name');
      if (filename !== undefined) {
        throw new BrokenForm('files are not received here; send an address of the file in a field', name);
      }
      const charset = known(readContentType(headers['content-type']).charset);
      fields.push({ name: Buffer.from(nameOf(name)), value: Buffer.from(part.bytes), charset });
    }
  } catch (error) {
    if (error instanceof BrokenForm) throw error;
    if (error instanceof MaxPartsExceededError) throw tooMany(most);
    throw new BrokenForm('the multipart form cannot be read; its boundary or a part is malformed');
  }
  return decoded(fields, undefined);
}

/** As browsers write the name of a field: https://html.spec.whatwg.org/#multipart-form-data */
const nameOf = (written: string): string =>
  written.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replaceAll('%22', '"');

/**
 * Decodes fields. If none of the headers names a charset and they are not in UTF-8, a field of theirs may name it: `_charset_`
 * (https://html.spec.whatwg.org/#attr-fe-name-charset), or `charset` as in payment notices of PayPal
 * (https://developer.paypal.com/api/nvp-soap/ipn/IPNandPDTVariables/).
 */
function decoded(fields: RawField[], charset: string | undefined): [string, string][] {
  const readers = new Map<string | undefined, (bytes: Buffer) => string>();
  const readerOf = (named: string | undefined) => {
    const reader = readers.get(named) ?? fieldReader(named);
    readers.set(named, reader);
    return reader;
  };
  const read = (usual: string | undefined) =>
    fields.map(({ name, value, charset: own }): [string, string] => [
      readerOf(usual)(name),
      readerOf(own ?? usual)(value),
    ]);
  try {
    return read(charset);
  } catch (error) {
    const names = (wanted: string) => fields.find(({ name }) => name.toString('latin1') === wanted);
    const naming = names('_charset_') ?? names('charset');
    if (!(error instanceof NoText) || charset !== undefined || !naming) throw error;
    return read(naming.value.toString('latin1').trim());
  }
}

/** Decodes fields of one charset. In UTF-8 a byte order mark is left out; in others its bytes are letters. */
function fieldReader(charset: string | undefined): (bytes: Buffer) => string {
  const name = nameOfCharset(charset);
  if (name === 'utf-8') return (bytes) => decodeText(bytes, undefined);
  const decoding = decodingOf(name);
  return (bytes) => decoding.next(bytes) + decoding.end();
}
