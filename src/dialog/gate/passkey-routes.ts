import { z } from 'zod';
import { newId, readId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { challengeIn, creationOptions, readCreation } from '../factors/ceremonies.ts';
import { newChallenge, takeChallenge } from '../factors/challenges.ts';
import { forgetCodesWithoutFactor } from '../factors/kinds.ts';
import {
  insertPasskey,
  mostPasskeys,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from '../factors/passkeys.ts';
import { text } from '../http/fields.ts';
import { namedBody, nothing } from '../http/shapes.ts';
import { recordAccountEvent } from './account-events.ts';
import { firstPassword } from './factor-routes.ts';
import { newPasskeyShape, passkeyOptionsShape, passkeyShape } from './factor-shapes.ts';
import { mayAddFactor, presentPasskey, withFirstCodes } from './new-factor.ts';
import { lockOwner } from './owners.ts';
import { requirePasskeysHere, siteOf } from './passkeys-here.ts';
import { creation } from './proof.ts';
import { factorRefused, type ProofParts } from './prove.ts';

/** The passkeys of whoever is logged in. */

const largestPasskey = 64 * 1024;
const passkeyName = text({ min: 1, max: 100, pattern: '\\S' });
const passkeyPath = z.object({ passkey_id: z.string().describe('`psk_…`') });

const unknown = () => new Problem(404, 'second_factor_not_found', 'You have no such passkey.');

export const askNewPasskey = endpoint(
  {
    operationId: 'askNewPasskey',
    tags: ['Second factors'],
    summary: 'Get what a new passkey is made of',
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON()`. Passkeys work at `PUBLIC_URL` or, without one, at `http://localhost` with ' +
      'the port of the server; from a page at another address, such as `127.0.0.1`, this is a 409 that names the right one.',
    body: firstPassword,
    answers: { 200: passkeyOptionsShape.describe('`PublicKeyCredentialCreationOptionsJSON`.') },
    errors: ['passkeys_elsewhere', 'second_factor_exists', 'too_many_attempts', 'too_many_logins'],
  },
  async (request, reply, parts: ProofParts) => {
    const { owner } = request;
    const site = requirePasskeysHere(request, parts.settings);
    await mayAddFactor(request, reply, parts, request.body?.password);
    const known = await passkeysOf(parts.database, owner.id);
    if (known.length >= mostPasskeys) throw tooMany();
    const challenge = await newChallenge(parts.database, { ceremony: 'registration', ownerId: owner.id });
    return creationOptions(site, owner, known, challenge);
  },
);

export const addPasskey = endpoint(
  {
    operationId: 'createPasskey',
    tags: ['Second factors'],
    summary: 'Add a passkey',
    description:
      'With what `navigator.credentials.create()` returned for the options. From now on a login needs a second factor. The session of this ' +
      'request counts as confirmed.',
    body: namedBody('NewPasskeyRequest', z.object({ name: passkeyName, passkey: creation }), {
      name: 'Phone',
      passkey: {
        id: 'mD0gW3pXbG4',
        rawId: 'mD0gW3pXbG4',
        type: 'public-key',
        response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9u' },
      },
    }),
    answers: { 201: newPasskeyShape.describe('The passkey.') },
    errors: ['factor_refused', 'second_factor_exists'],
    bodyLimit: largestPasskey,
  },
  async (request, reply, { database, settings }: ProofParts) => {
    const { owner } = request;
    const { name, passkey } = request.body;
    const site = siteOf(request, settings);
    const challenge = challengeIn(passkey.response.clientDataJSON);
    const isAsked =
      challenge !== undefined &&
      (await takeChallenge(database, challenge, { ceremony: 'registration', ownerId: owner.id }));
    const read = site && isAsked ? await readCreation(site, passkey, challenge) : undefined;
    if (!site || !read) throw factorRefused();
    const made = await database.transaction(async (tx) => {
      await lockOwner(tx, owner.id);
      if ((await passkeysOf(tx, owner.id)).length >= mostPasskeys) throw tooMany();
      const row = await insertPasskey(tx, { ...read, id: newId(), ownerId: owner.id, name, host: site.host });
      if (!row) throw new Problem(409, 'second_factor_exists', 'This passkey is known already.');
      await recordAccountEvent(tx, {
        ...{ kind: 'factor.added', person: owner, request },
        data: { kind: 'passkey', name },
      });
      return { passkey: presentPasskey(row), recovery_codes: await withFirstCodes(tx, owner) };
    });
    return reply.code(201).send(made);
  },
);

export const changePasskey = endpoint(
  {
    operationId: 'updatePasskey',
    tags: ['Second factors'],
    summary: 'Rename a passkey',
    params: passkeyPath,
    body: namedBody('PasskeyChange', z.object({ name: passkeyName }), { name: 'Old phone' }),
    answers: { 200: passkeyShape.describe('The passkey.') },
    errors: ['second_factor_not_found'],
  },
  async ({ owner, params, body }, _reply, { database }: ProofParts) => {
    const id = readId('passkey', params.passkey_id);
    const row = id && (await renamePasskey(database, owner.id, id, body.name));
    if (!row) throw unknown();
    return presentPasskey(row);
  },
);

export const deletePasskey = endpoint(
  {
    operationId: 'deletePasskey',
    tags: ['Second factors'],
    summary: 'Remove a passkey',
    description:
      'With the last second factor the recovery codes go as well, and a login needs the password alone.',
    params: passkeyPath,
    answers: { 204: nothing('It is removed.') },
    errors: ['second_factor_not_found'],
  },
  async (request, reply, { database }: ProofParts) => {
    const { owner, params } = request;
    const id = readId('passkey', params.passkey_id);
    await database.transaction(async (tx) => {
      await lockOwner(tx, owner.id);
      const removed = id && (await removePasskey(tx, owner.id, id));
      if (!removed) throw unknown();
      await forgetCodesWithoutFactor(tx, owner.id);
      await recordAccountEvent(tx, {
        ...{ kind: 'factor.removed', person: owner, request },
        data: { kind: 'passkey', name: removed.name },
      });
    });
    return reply.code(204).send();
  },
);

const tooMany = () =>
  new Problem(
    409,
    'second_factor_exists',
    `You have ${mostPasskeys} passkeys, which is as many as you may. Remove one of them.`,
  );
