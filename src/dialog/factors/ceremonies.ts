import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyRow } from './passkeys.ts';
import type { Site } from './site.ts';

/** What browsers are asked, and whether what they answer is right: https://www.w3.org/TR/webauthn-3/#sctn-rp-operations */

/** Loaded when it is needed first: most processes see no passkey. */
const webauthn = () => import('@simplewebauthn/server');

const timeoutMs = 5 * 60_000;

/** What a browser has sent. Nothing is read of the results of extensions, since none is asked for. */
export type Sent<Response> = Omit<Response, 'clientExtensionResults'>;

type Known = Pick<PasskeyRow, 'credentialId' | 'transports'>;

const descriptor = ({ credentialId, transports }: Known) => ({
  id: credentialId.toString('base64url'),
  transports,
});

/**
 * What `navigator.credentials.create()` needs.
 * @param known passkeys that the person has, so that none is made twice
 */
export async function creationOptions(
  site: Site,
  person: { id: string; email: string },
  known: readonly Known[],
  challenge: string,
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Parley',
    rpID: site.host,
    userName: person.email,
    userDisplayName: person.email,
    userID: Uint8Array.from(Buffer.from(person.id.replaceAll('-', ''), 'hex')),
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: known.map(descriptor),
    // Found without a name, and used by nobody but its person: it can be the only factor.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** What `navigator.credentials.get()` needs. @param known those that may answer; if absent, any */
export async function requestOptions(
  site: Site,
  known: readonly Known[] | undefined,
  challenge: string,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: timeoutMs,
    userVerification: 'required',
    ...(known && { allowCredentials: known.map(descriptor) }),
  });
  return { ...options };
}

/** The challenge that an answer says it has signed; undefined if it is unreadable. */
export function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Checks a new passkey. @returns undefined if something is wrong with it, such as its origin */
export async function readCreation(
  site: Site,
  response: Sent<RegistrationResponseJSON>,
  challenge: string,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await webauthn();
  // The library reads what strangers send, and throws errors of many kinds.
  const read = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!read?.verified || !read.registrationInfo) return undefined;
  const { id, publicKey, counter } = read.registrationInfo.credential;
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: response.response.transports ?? [],
  };
}

/** Checks what a passkey has signed. @returns how often it has, as it says; undefined if something is wrong */
export async function readAssertion(
  site: Site,
  response: Sent<AuthenticationResponseJSON>,
  { credentialId, publicKey, counter }: PasskeyRow,
  challenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn();
  const read = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    credential: { id: credentialId.toString('base64url'), publicKey: Uint8Array.from(publicKey), counter },
  }).catch(() => undefined);
  return read?.verified ? read.authenticationInfo.newCounter : undefined;
}
