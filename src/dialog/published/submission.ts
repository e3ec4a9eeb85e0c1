import { showId } from '../../platform/ids.ts';
import { JsonText } from '../../platform/json-text.ts';
import type { Problem } from '../../platform/problem.ts';
import { originOfRun, runTurn } from '../flows/run-turn.ts';
import type { Accepted } from '../gate/accept.ts';
import type { ProjectKey } from '../gate/key-ring.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { findRefusal } from '../operations/accept-run.ts';
import type { InputChecks } from '../operations/input-schema.ts';
import { job, targetOf } from '../operations/job.ts';

import type { TargetInput } from './input.ts';
import { pathOfVersion } from './version-number.ts';
import type { FoundVersion, VersionContent } from './versions.ts';

type RunnableOperation = Parameters<typeof targetOf>[0];

/** The operation that the version has pinned, in the form in which runs are accepted. */
function operationOf({ target, environment }: FoundVersion, inputSchema = {}): RunnableOperation | undefined {
  if (!('operation' in target)) return undefined;
  return {
    slug: target.operation,
    environments: [environment],
    revisionId: target.revision,
    kind: target.kind,
    connectionId: target.connectionId,
    inputSchema,
    // Only a step repeats, and no step waits for it.
    repeatable: false,
  };
}

/**
 * The faults of a method's input by the schema of its operation; a workflow accepts anything. With a mapping, the fields of the
 * two differ, so the fault is reported for the whole body.
 */
export async function targetFaults(
  checks: InputChecks,
  found: FoundVersion,
  { definition, targetSchema }: VersionContent,
  { value: input, identityId: identity }: TargetInput,
): Promise<Problem | undefined> {
  const { environment, projectId } = found;
  const operation = operationOf(found, targetSchema);
  if (!operation) return undefined;
  const isRendered = definition.mapping !== null;
  const asked = { projectId, environment, input, isRendered, identity };
  const refusal = await findRefusal(checks, operation, asked, []);
  if (!(refusal instanceof ValidationProblem)) return refusal;
  if (definition.mapping === null) {
    const inBody = ([part, ...rest]: (string | number)[]) =>
      part === 'input' ? ['body', ...rest] : ['body', definition.identity ?? 'identity_id'];
    return new ValidationProblem(refusal.items.map((item) => ({ ...item, loc: inBody(item.loc) })));
  }
  const items = refusal.items.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  const message = `what this method makes of the input does not suit its operation (${items.join('; ')})`;
  return new ValidationProblem([valueError(['body'], message, null)]);
}

/** Who makes a call. */
export interface Caller {
  /** The id of the method key; `noId` for a person, whose calls no key may read. */
  keyId: string;
  /** The path at which this caller reads what became of it. */
  pathOf: (kind: 'job' | 'run', publicId: string) => string;
  /** More for the audit log. */
  data?: Record<string, unknown>;
}

/** The calls of a method key. */
export const callerOf = (
  key: Pick<ProjectKey, 'id' | 'publicProjectId'>,
  { slug, version }: Pick<FoundVersion, 'slug' | 'version'>,
): Caller => ({
  keyId: key.id,
  pathOf: (_kind, publicId) => `${pathOfVersion(key.publicProjectId, slug, version)}/jobs/${publicId}`,
});

/** What an accepted call stores: a job if the version runs an operation, a run if it runs a workflow. */
export function acceptedCall(
  found: FoundVersion,
  input: TargetInput,
  { keyId, pathOf, data }: Caller,
  id: string,
): Accepted {
  const { slug, version, target, environment } = found;
  const published = { method: slug, version, key: keyId };
  const at = { id, identityId: input.identityId, environment };
  const made =
    'operation' in target
      ? {
          kind: 'job' as const,
          action: 'job.accepted',
          task: job.task({
            ...at,
            payload: { revision: target.revision, input: new JsonText(input.text), published },
            target: targetOf(operationOf(found)!),
          }),
          data: { operation_id: target.operation, method: slug, method_version: version },
        }
      : {
          kind: 'run' as const,
          action: 'run.created',
          task: runTurn.task({
            ...at,
            payload: {
              type: 'start',
              ...{ workflow: target.workflow, version: target.version },
              input: new JsonText(input.text),
              event: null,
              started_by: `method ${slug}`,
              published,
            },
            target: null,
            origin: originOfRun(target.workflow),
          }),
          data: {
            workflow: target.workflow,
            version: target.version,
            started_by: `method ${slug}`,
            method: slug,
            method_version: version,
          },
        };
  const jobId = showId(made.kind, id);
  return {
    task: made.task,
    answer: { job_id: jobId, status: 'queued', status_url: pathOf(made.kind, jobId) },
    audit: { action: made.action, subject: { type: made.kind, id: jobId }, data: { ...made.data, ...data } },
    by: 'method',
  };
}
