/** Names of header fields: RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;

/** Headers that frame the message, control the connection, or are set by us. */
const ours =
  /^(?:connection|content-length|expect|host|http2-.*|keep-alive|proxy-.*|te|trailer|transfer-.*|upgrade|x-service-.*|webhook-.*)$/i;

/** Headers with credentials, which must be stored sealed. */
const credentials = /^(?:authorization|cookie)$/i;

/** What is wrong with the name of an owner's header, as words that follow the name; undefined for a valid one. */
export function headerNameFault(name: string): string | undefined {
  if (!token.test(name)) return 'is no name of a header';
  if (ours.test(name)) return 'may not be set';
  if (credentials.test(name)) return 'carries credentials: they belong into the auth of the connection';
  return undefined;
}

/** Whether a value could end its header and begin another, or cannot be sent at all. */
export function isBadHeaderValue(value: string): boolean {
  return /[^\t\x20-\x7e\x80-\xff]/.test(value);
}
