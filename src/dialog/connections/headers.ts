/** Names of header fields: RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;

/** They frame the message, steer the connection, or are ours to set. */
const ours =
  /^(?:connection|content-length|expect|host|http2-.*|keep-alive|proxy-.*|te|trailer|transfer-.*|upgrade|x-service-.*|webhook-.*)$/i;

/** They carry credentials, which belong where they are sealed. */
const credentials = /^(?:authorization|cookie)$/i;

/** What is wrong with a header that an owner wants to send, as words that follow its name; undefined for a good one. */
export function headerNameFault(name: string): string | undefined {
  if (!token.test(name)) return 'is no name of a header';
  if (ours.test(name)) return 'may not be set';
  if (credentials.test(name)) return 'carries credentials: they belong into the auth of the connection';
  return undefined;
}

/** True where a value could end its header, and begin another, or could not be sent at all. */
export function isBadHeaderValue(value: string): boolean {
  return /[^\t\x20-\x7e\x80-\xff]/.test(value);
}
