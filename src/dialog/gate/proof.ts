import { z } from 'zod';
import { literal, text } from '../http/fields.ts';
import { secret } from '../http/secret-fields.ts';
import { namedBody } from '../http/shapes.ts';
import { fromElsewhere } from '../http/unknown-fields.ts';

/** The second factor as a request brings it: exactly one of three. */

/** Bytes in base64url, as browsers write them. An attestation may have certificates. */
const bytes = text({ max: 20_000, pattern: '^[A-Za-z0-9_-]*$' });

const credential = { id: bytes, rawId: bytes, type: literal(['public-key']) };

const creationExample = {
  id: 'mD0gW3pXbG4',
  rawId: 'mD0gW3pXbG4',
  type: 'public-key' as const,
};

/** `toJSON()` of what `navigator.credentials.create()` returns. */
export const creation = fromElsewhere(
  namedBody(
    'NewPasskeyAnswer',
    z.object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes,
        attestationObject: bytes,
        transports: z
          .array(text({ max: 40 }))
          .max(20)
          .optional(),
      }),
    }),
    {
      ...creationExample,
      response: {
        clientDataJSON: 'eyJ0eXBlIjoi',
        attestationObject: 'o2NmbXRkbm9u',
        transports: ['internal'],
      },
    },
  ),
);

/** `toJSON()` of what `navigator.credentials.get()` returns. */
export const assertion = fromElsewhere(
  namedBody(
    'PasskeyAnswer',
    z.object({
      ...credential,
      response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
    }),
    {
      ...creationExample,
      response: { clientDataJSON: 'eyJ0eXBlIjoi', authenticatorData: 'SZYN5YgOjGh0', signature: 'MEUCIQDx' },
    },
  ),
);

/** The fields of a body with a second factor. */
export const proofFields = {
  code: secret(text({ max: 20 }).optional().describe('Six digits, from the app. Each is accepted once.')),
  recovery_code: secret(text({ max: 60 }).optional().describe('Each is accepted once.')),
  passkey: assertion
    .optional()
    .describe('`toJSON()` of what `navigator.credentials.get()` returned for the options.'),
};

/** A second factor in a body. */
export type Proof = z.output<z.ZodObject<typeof proofFields>>;
