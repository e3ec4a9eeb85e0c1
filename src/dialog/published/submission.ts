import { newId, showId } from '../../platform/ids.ts';
import type { Problem } from '../../platform/problem.ts';
import type { ProjectKey } from '../gate/key-ring.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { findRefusal, placeOf } from '../operations/accept-run.ts';
import type { InputChecks } from '../operations/input-schema.ts';
import type { Submission } from '../tasks/accept.ts';
import { laneOfRun } from '../workflows/start.ts';
import type { TargetInput } from './input.ts';
import { pathOfVersion } from './version-number.ts';
import type { FoundVersion, VersionContent } from './versions.ts';

type RunnableOperation = Parameters<typeof placeOf>[0];

/** The operation as the version pinned it, in the form in which runs are accepted. */
function operationOf({ target, environment }: FoundVersion, inputSchema = {}): RunnableOperation | undefined {
  if (!('operation' in target)) return undefined;
  return {
    slug: target.operation,
    environments: [environment],
    revision_id: target.revision,
    kind: target.kind,
    connection_id: target.connectionId,
    input_schema: inputSchema,
  };
}

/**
 * What its operation has against the input that a method makes; a workflow takes anything. Where a mapping stands
 * between, fields of the one are not fields of the other, and the body as a whole is refused.
 */
export function targetFaults(
  checks: InputChecks,
  found: FoundVersion,
  { definition, targetSchema }: VersionContent,
  { value: input, identityId: identity }: TargetInput,
): Problem | undefined {
  const { environment } = found;
  const operation = operationOf(found, targetSchema);
  const refusal = operation && findRefusal(checks, operation, { environment, input, identity }, []);
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

export interface Call {
  write: Pick<Submission, 'projectId' | 'endpoint' | 'fingerprint'> & { key: string | undefined };
  input: TargetInput;
  key: ProjectKey;
  requestId: string;
}

/** A call as acceptance takes it: a job where the version runs an operation, a run where it runs a workflow. */
export function submissionOf(found: FoundVersion, { write, input, key, requestId }: Call): Submission {
  const { slug, version, target, environment } = found;
  const id = newId();
  const published = JSON.stringify({ method: slug, version });
  const made =
    'operation' in target
      ? {
          kind: 'job' as const,
          action: 'job.accepted',
          ...placeOf(operationOf(found)!, id),
          payload: `{"revision":"${target.revision}","input":${input.text},"published":${published}}`,
          data: { operation_id: target.operation, method: slug, method_version: version },
        }
      : {
          kind: 'run' as const,
          action: 'run.created',
          lane: laneOfRun(id),
          target: null,
          payload:
            `{"type":"start","workflow":"${target.workflow}","version":${target.version},"input":${input.text},` +
            `"event":null,"published":${published}}`,
          data: {
            workflow: target.workflow,
            version: target.version,
            started_by: `method ${slug}`,
            method: slug,
            method_version: version,
          },
        };
  const jobId = showId(made.kind, id);
  const path = pathOfVersion(key.publicProjectId, slug, version);
  return {
    projectId: write.projectId,
    keyId: key.id,
    // Its own endpoint: no Idempotency-Key of a client can be the name of a call that came without one.
    endpoint: write.key === undefined ? `${write.endpoint} without a key` : write.endpoint,
    key: write.key ?? id,
    fingerprint: write.fingerprint,
    answer: JSON.stringify({ job_id: jobId, status: 'queued', status_url: `${path}/jobs/${jobId}` }),
    task: {
      id,
      kind: made.kind,
      lane: made.lane,
      target: made.target,
      payload: made.payload,
      identityId: input.identityId,
      environment,
    },
    refusedChannelTypes: [],
    audit: {
      actorType: 'method',
      actorId: key.publicId,
      actorName: key.name,
      action: made.action,
      subjectType: made.kind,
      subjectId: jobId,
      requestId,
      data: JSON.stringify(made.data),
    },
  };
}
