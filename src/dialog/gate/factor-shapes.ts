import { z } from 'zod';
import { moment, named } from '../http/shapes.ts';

/** What people see of their second factors. */

export const passkeyShape = named(
  'Passkey',
  z.object({
    id: z.string().describe('`psk_…`'),
    name: z.string(),
    host: z.string().describe('Where it works: at pages of this host.'),
    created_at: moment,
    last_used_at: moment.nullable(),
  }),
  {
    id: 'psk_01m7w90pqhf5rv2cbgk4dw6m3s',
    name: 'Phone',
    host: 'parley.example.com',
    created_at: '2026-11-20T10:51:43.271Z',
    last_used_at: '2026-11-20T11:04:09.118Z',
  },
);

const recoveryCodes = z.array(z.string()).describe('Ten codes, each for one use. They are shown once.');
const codesExample = ['5x0k-9wpa-t2mz-c7gr', 'h41e-yq8n-0dvj-3sbk'];

export const recoveryCodesShape = named('RecoveryCodes', z.object({ recovery_codes: recoveryCodes }), {
  recovery_codes: codesExample,
});

/** What the first second factor of a person brings. */
const firstCodes = recoveryCodes
  .nullable()
  .describe('With the first second factor: ten codes, shown once; otherwise null.');

export const confirmedTotpShape = named('ConfirmedTotp', z.object({ recovery_codes: firstCodes }), {
  recovery_codes: codesExample,
});

export const newPasskeyShape = named(
  'NewPasskey',
  z.object({ passkey: passkeyShape, recovery_codes: firstCodes }),
  {
    passkey: {
      id: 'psk_01m7w90pqhf5rv2cbgk4dw6m3s',
      name: 'Phone',
      host: 'parley.example.com',
      created_at: '2026-11-20T10:51:43.271Z',
      last_used_at: null,
    },
    recovery_codes: codesExample,
  },
);

export const newTotpShape = named(
  'NewTotp',
  z.object({
    secret: z.string().describe('In base32, to be typed into an app. It is shown once.'),
    uri: z.string().describe('The same as an address, for a QR code.'),
  }),
  {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Parley:owner%40example.com?issuer=Parley&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  },
);

export const secondFactorsShape = named(
  'SecondFactors',
  z.object({
    totp: z
      .object({ since: moment, last_used_at: moment.nullable() })
      .nullable()
      .describe('The app that makes codes; null if there is none.'),
    passkeys: z.array(passkeyShape).describe('Oldest first.'),
    recovery_codes_left: z.int(),
    passkeys_at: z
      .string()
      .nullable()
      .describe(
        'The address at which passkeys work; null: at none, because `PUBLIC_URL` is not set or has no name.',
      ),
  }),
  {
    totp: { since: '2026-11-20T10:51:43.271Z', last_used_at: '2026-11-20T11:04:09.118Z' },
    passkeys: [],
    recovery_codes_left: 10,
    passkeys_at: 'http://localhost:3000',
  },
);

/** As the standard has it, for the browser: https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson */
export const passkeyOptionsShape = named('PasskeyOptions', z.record(z.string(), z.unknown()), {
  challenge: 'q0T4vN8sZf1mB5wYc2kLx7dJe3hGa9uPi6oKzWrQx8E',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
});
