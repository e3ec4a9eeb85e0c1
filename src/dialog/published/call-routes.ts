import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { sha256 } from '../../platform/secrets.ts';
import { answerAcceptance, fingerprintOf } from '../gate/idempotency.ts';
import { dict, text } from '../http/fields.ts';
import { ValidationProblem } from '../http/validation.ts';
import type { InputChecks } from '../operations/input-schema.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { findRepetition } from '../tasks/repetition.ts';
import { contractOf } from './contract.ts';
import { registerMethodGate } from './gate.ts';
import { targetInput } from './input.ts';
import { readCall } from './jobs.ts';
import { methodNotFound } from './not-found.ts';
import { showResult } from './result.ts';
import { newestVersion } from './store.ts';
import { submissionOf, targetFaults } from './submission.ts';
import { pathOfVersion, readVersionNumber } from './version-number.ts';
import { type FoundVersion, PublishedVersions } from './versions.ts';

export interface CallOptions {
  database: Database;
  /** For what every call goes through. */
  hot: Database;
  acceptor: Acceptor;
  /** Checks of what operations take. */
  inputChecks: InputChecks;
  /** Where clients reach the server. */
  publicUrl: string | undefined;
}

const headers = z.object({ 'idempotency-key': text({ min: 8, max: 100 }).optional() });

/** A write that has no name of its own cannot be repeated, and is never compared with another. */
const noFingerprint = sha256('');

/**
 * Calls of published methods, below `/api/published`. Their contracts are documents of their own, one for each version:
 * the body of a call is what the method's owner says.
 */
export function callRoutes(plain: FastifyInstance, options: CallOptions): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, hot, acceptor, inputChecks, publicUrl } = options;
  const versions = new PublishedVersions(hot);
  registerMethodGate(app, database);
  const path = '/:project/:slug/v:version';

  /** @throws Problem 404 `method_not_found` */
  const find = async (request: FastifyRequest): Promise<FoundVersion> => {
    const { slug, version: written } = request.params as { slug: string; version: string };
    const { projectId } = request.projectKey;
    const version = readVersionNumber(written);
    const found = version === undefined ? undefined : await versions.find({ projectId, slug, version });
    if (!found) throw methodNotFound();
    return found;
  };
  const findInForce = async (request: FastifyRequest): Promise<FoundVersion> => {
    const found = await find(request);
    if (found.removed) throw methodNotFound();
    return found;
  };

  app.post(path, { schema: { headers, body: dict() } }, async (request, reply) => {
    const { projectKey, body } = request;
    const found = await find(request);
    const { slug, version } = found;
    const key = request.headers['idempotency-key'];
    const write = {
      projectId: projectKey.projectId,
      endpoint: `methods/${slug}/v${version}`,
      key,
      fingerprint: key === undefined ? noFingerprint : fingerprintOf(request),
    };
    // What was accepted once is answered again, whatever became of the version since.
    const orRepetition = async (refusal: Problem): Promise<FastifyReply> => {
      const repetition = key === undefined ? undefined : await findRepetition(hot, { ...write, key });
      if (!repetition) throw refusal;
      return answerAcceptance(reply, repetition);
    };
    if (found.removed) return orRepetition(methodNotFound());
    if (found.retired) return orRepetition(await retired(database, found));
    const content = await versions.content(found);
    const faults = content.check(body, ['body']);
    if (faults.length > 0) throw new ValidationProblem(faults);
    if (!found.available) return orRepetition(targetGone());
    const input = targetInput(content.definition, body, request.bodyText);
    const unsuited = targetFaults(inputChecks, found, content, input);
    if (unsuited) return orRepetition(unsuited);
    const acceptance = await acceptor.accept(
      submissionOf(found, { write, input, key: projectKey, requestId: request.id }),
    );
    return answerAcceptance(reply, acceptance);
  });

  app.get(`${path}/jobs/:job_id`, async (request) => {
    const found = await findInForce(request);
    const { job_id: jobId } = request.params as { job_id: string };
    const state = await readCall(database, found, jobId);
    if (!state) throw new Problem(404, 'job_not_found', 'No such job was made through this version.');
    const { definition } = await versions.content(found);
    return { job_id: jobId, ...showResult(state, definition.result) };
  });

  const contract = async (request: FastifyRequest) => {
    const found = await findInForce(request);
    const content = await versions.content(found);
    return contractOf(content, {
      path: pathOfVersion(request.projectKey.publicProjectId, found.slug, found.version),
      slug: found.slug,
      version: found.version,
      retired: found.retired,
      publicUrl,
    });
  };
  app.get(`${path}/openapi.json`, async (request) => contract(request));
  app.get(`${path}/openapi.yaml`, async (request, reply) => {
    const document = stringify(await contract(request), { aliasDuplicateObjects: false });
    return reply.type('application/yaml; charset=utf-8').send(document as never);
  });
}

async function retired(database: Database, { projectId, slug, version }: FoundVersion): Promise<Problem> {
  const newest = (await newestVersion(database, projectId, slug))?.version ?? null;
  const instead = newest === null ? 'No version of it is in force.' : `The newest one is version ${newest}.`;
  return new Problem(
    410,
    'version_retired',
    `Version ${version} of this method accepts nothing more. ${instead}`,
    {
      fields: { newest_version: newest },
    },
  );
}

function targetGone(): Problem {
  return new Problem(
    409,
    'target_not_available',
    'What this version runs was deleted, or runs in its environment no more. Ask the owner of the method.',
  );
}
