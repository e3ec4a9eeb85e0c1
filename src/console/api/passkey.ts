import { api } from './client.ts';
import type { Shape } from './shapes.ts';

/** A passkey's answer to a question of the server. */
async function sign(options: unknown): Promise<never> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey });
  // The shape is that of the standard, which the document describes as well.
  return (credential as PublicKeyCredential).toJSON() as never;
}

/** Whether this browser can use passkeys at this address. */
export const canUsePasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** For a login, or its second step. @throws if the person or the device refuses */
export async function passkeyForLogin(login_token?: string): Promise<never> {
  const { data } = await api.POST('/api/owner/session/passkey-options', {
    body: login_token ? { login_token } : {},
  });
  return sign(data);
}

/** For the confirmation in a session. @throws if the person or the device refuses */
export async function passkeyToConfirm(): Promise<never> {
  const { data } = await api.POST('/api/owner/session/confirmations/passkey-options');
  return sign(data);
}

/**
 * Makes a passkey and adds it to the account.
 * @param password of whoever has no second factor yet @throws if the person or the device refuses
 */
export async function makePasskey(name: string, password?: string): Promise<Shape<'NewPasskey'>> {
  const path = '/api/owner/second-factors/passkeys';
  const { data: options } = await api.POST(`${path}/options`, {
    body: password === undefined ? {} : { password },
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  const passkey = (credential as PublicKeyCredential).toJSON() as never;
  const { data } = await api.POST(path, { body: { name, passkey } });
  return data!;
}
