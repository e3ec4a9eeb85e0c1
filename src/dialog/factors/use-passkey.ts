import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Transaction } from '../../platform/postgres.ts';
import { challengeIn, readAssertion, type Sent } from './ceremonies.ts';
import { type Ceremony, takeChallenge } from './challenges.ts';
import { notePasskeyUse, passkeyByCredential } from './passkeys.ts';
import type { Site } from './site.ts';

/**
 * Takes what a passkey has signed. Its challenge is used up, whatever comes of it.
 * @returns whose passkey it is; undefined if it is unknown, belongs to another person, or something is wrong
 */
export async function usePasskey(
  on: Pick<Transaction, 'orm'>,
  site: Site,
  response: Sent<AuthenticationResponseJSON>,
  ceremony: Ceremony,
): Promise<string | undefined> {
  const challenge = challengeIn(response.response.clientDataJSON);
  if (challenge === undefined || !(await takeChallenge(on, challenge, ceremony))) return undefined;
  const passkey = await passkeyByCredential(on, Buffer.from(response.id, 'base64url'));
  if (!passkey || passkey.host !== site.host) return undefined;
  if (ceremony.ownerId !== null && passkey.ownerId !== ceremony.ownerId) return undefined;
  const counter = await readAssertion(site, response, passkey, challenge);
  if (counter === undefined || !(await notePasskeyUse(on, passkey.id, counter))) return undefined;
  return passkey.ownerId;
}
