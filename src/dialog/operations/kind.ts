import type { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { OpenConnection } from '../connections/kind.ts';
import type { Scope as KeyScope } from '../rights/scopes.ts';
import type { Begin } from '../tasks/kinds.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import type { Allowance, Scope } from '../template/liquid.ts';
import type { TemplateRules } from '../template/rules.ts';
import type { Definition } from './definition.ts';
import type { TemplateFault } from './templates.ts';

/** A live run that is about to call. */
export interface LiveCall {
  projectId: string;
  /** The public id of the job, the same on every attempt. */
  jobId: string;
  /** What templates may read. */
  scope: Scope;
  definition: Definition;
  /** The rules of its templates. */
  templateRules: TemplateRules;
  connection: OpenConnection;
}

/** What is specific to a kind of operation. Accepting, queueing, mocking and showing runs is the same for all kinds. */
export interface OperationKind {
  name: string;
  /** Kinds of connection that it can use. */
  connections: readonly string[];
  /** Scopes that a key needs besides `integrations:run`. */
  scopes: readonly KeyScope[];
  /** Every run is for a customer. */
  needsIdentity?: true;
  /** A live run takes money. */
  takesMoney?: true;
  /** The schema of `request` in a definition. */
  request: z.ZodType<Record<string, unknown>>;
  /** Faults in the templates of a request, at paths below `request`. @param allowance of the whole definition */
  faults(request: Record<string, unknown>, allowance: Allowance): TemplateFault[];
  /**
   * Calls the outside world once. It awaits `begin` just before the first byte may be sent. An error before `begin` is retried,
   * so a failing template must be returned as an outcome. Absent for runs with records of their own, which `OwnRuns` carries
   * out in both environments.
   */
  carryOut?(call: LiveCall, begin: Begin, http: OutboundHttp): Promise<TaskOutcome>;
}
