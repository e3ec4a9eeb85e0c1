import type { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { OpenConnection } from '../connections/kind.ts';
import type { Scope as KeyScope } from '../gate/scopes.ts';
import type { Scope } from '../scenario/template.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import type { Definition } from './definition.ts';
import type { TemplateFault } from './templates.ts';

/** A live run that is about to happen. */
export interface LiveCall {
  /** As shown, and the same on every attempt. */
  jobId: string;
  /** What templates may read. */
  scope: Scope;
  definition: Definition;
  connection: OpenConnection;
}

/** What a kind of operation knows; how runs are accepted, queued, mocked and shown is the same for all. */
export interface OperationKind {
  name: string;
  /** Kinds of connection that it goes through. */
  connections: readonly string[];
  /** Scopes that a key needs beside `integrations:run`. */
  scopes: readonly KeyScope[];
  /** It is always for a customer. */
  needsIdentity?: true;
  /** The part of a definition called `request`. */
  request: z.ZodType<Record<string, unknown>>;
  /** Faults in the templates of a request, at paths below `request`. */
  faults(request: Record<string, unknown>): TemplateFault[];
  /**
   * Touches the outside world, once. It awaits `begin` just before the first byte may leave. What it throws before is
   * tried again, so templates that fail are an outcome and no error. Absent where runs keep records of their own:
   * then `OwnRuns` carries them out, in both environments.
   */
  carryOut?(call: LiveCall, begin: () => Promise<void>, http: OutboundHttp): Promise<TaskOutcome>;
}
