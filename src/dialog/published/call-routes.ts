import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import { type Accepted, acceptWrite } from '../gate/accept.ts';
import { answerAcceptance } from '../gate/idempotency.ts';
import { dict, text } from '../http/fields.ts';
import { ValidationProblem } from '../http/validation.ts';
import type { InputChecks } from '../operations/input-schema.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { inTurnOfRequest } from '../template/in-turn.ts';
import { contractOf } from './contract.ts';
import { targetInput } from './input.ts';
import { readCall } from './jobs.ts';
import { methodNotFound } from './not-found.ts';
import { showResult } from './result.ts';
import { newestVersion } from './store.ts';
import { acceptedCall, callerOf, targetFaults } from './submission.ts';
import { pathOfVersion, readVersionNumber } from './version-number.ts';
import type { FoundVersion, PublishedVersions } from './versions.ts';

export interface CallParts {
  database: Database;
  acceptor: Acceptor;
  /** Checks the inputs of methods and operations. */
  inputChecks: InputChecks;
  versions: PublishedVersions;
  settings: Pick<Settings, 'publicUrl'>;
}

const headers = z.object({ 'idempotency-key': text({ min: 8, max: 100 }).optional() });

/** The fingerprint of a call without an Idempotency-Key, which cannot be repeated and is never compared. */
const noFingerprint = sha256('');

const versionPath = z.object({ project: z.string(), slug: z.string(), version: z.string() });
type VersionPath = z.output<typeof versionPath>;

/**
 * Accepts a call of a published method. Each version has its own contract, which defines the body of a call.
 */
export const callMethod = endpoint(
  { params: versionPath, headers, body: dict() },
  async (request, reply, { database, acceptor, inputChecks, versions }: CallParts) => {
    const { projectKey, body } = request;
    const found = await find(versions, request);
    const { slug, version } = found;
    const key = request.headers['idempotency-key'];
    const id = newId();
    const place = `methods/${slug}/v${version}`;
    // A call without a key has a separate endpoint name, so that no client's Idempotency-Key can collide with its id.
    const name =
      key === undefined
        ? { endpoint: `${place} without a key`, key: id, fingerprint: noFingerprint }
        : { endpoint: place, key };
    const accept = async (decided: Accepted | Problem): Promise<FastifyReply> =>
      answerAcceptance(reply, await acceptWrite(acceptor, request, name, decided));
    if (found.removed) return accept(methodNotFound());
    if (found.retired) return accept(await retired(database, found));
    const content = await versions.content(found);
    const faults = await inputChecks.faults(
      { name: found.id, owner: found.projectId, schema: content.schema, patterns: 'method' },
      body,
      ['body'],
    );
    if (faults.length > 0) throw new ValidationProblem(faults);
    if (!found.available) return accept(targetGone());
    const input = await inTurnOfRequest(found.projectId, () => targetInput(content, body, request.bodyText));
    const unsuited = await targetFaults(inputChecks, found, content, input);
    if (unsuited) return accept(unsuited);
    return accept(acceptedCall(found, input, callerOf(projectKey, found), id));
  },
);

/** The state of a call. */
export const readCallJob = endpoint(
  { params: versionPath.extend({ job_id: z.string() }) },
  async (request, _reply, { database, versions }: CallParts) => {
    const found = await findInForce(versions, request);
    const { job_id: jobId } = request.params;
    const state = await readCall(database, found, jobId, request.projectKey.id);
    if (!state) throw new Problem(404, 'job_not_found', 'This key made no such call through this version.');
    const content = await versions.content(found);
    const shown = await inTurnOfRequest(found.projectId, () => showResult(state, content));
    return { job_id: jobId, ...shown };
  },
);

/** The contract of a version in JSON. */
export const readContract = endpoint({ params: versionPath }, (request, _reply, parts: CallParts) =>
  contract(request, parts),
);

/** The contract of a version in YAML. */
export const readContractYaml = endpoint(
  { params: versionPath },
  async (request, reply, parts: CallParts) => {
    // Loaded with the first such request: a library of seventy modules.
    const { asYaml } = await import('./contract-yaml.ts');
    const document = asYaml(await contract(request, parts));
    return reply.type('application/yaml; charset=utf-8').send(document);
  },
);

/** A request for a version, behind the gates. */
interface VersionRequest extends Pick<FastifyRequest, 'projectKey'> {
  params: VersionPath;
}

/** @throws Problem 404 `method_not_found` */
async function find(
  versions: PublishedVersions,
  { params, projectKey }: VersionRequest,
): Promise<FoundVersion> {
  const { slug } = params;
  const version = readVersionNumber(params.version);
  const place = { projectId: projectKey.projectId, slug };
  const found = version === undefined ? undefined : await versions.find({ ...place, version });
  if (!found) throw methodNotFound();
  return found;
}

async function findInForce(versions: PublishedVersions, request: VersionRequest): Promise<FoundVersion> {
  const found = await find(versions, request);
  if (found.removed) throw methodNotFound();
  return found;
}

async function contract(request: VersionRequest, { versions, settings }: CallParts) {
  const found = await findInForce(versions, request);
  const content = await versions.content(found);
  return contractOf(content, {
    path: pathOfVersion(request.projectKey.publicProjectId, found.slug, found.version),
    slug: found.slug,
    version: found.version,
    retired: found.retired,
    publicUrl: settings.publicUrl,
  });
}

/** The answer of a version that was retired. */
export async function retired(
  database: Database,
  { projectId, slug, version }: FoundVersion,
): Promise<Problem> {
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

/** The answer of a version whose target is not there any more. */
export function targetGone(): Problem {
  return new Problem(
    409,
    'target_not_available',
    'What this version runs was deleted, or runs in its environment no more. Ask the owner of the method.',
  );
}
