import type { OutboundHttp, OutboundRequest } from '../../platform/outbound-http.ts';
import type { HttpSettings } from '../connections/http.ts';
import type { Begin } from '../tasks/kinds.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import { inTurn } from '../template/in-turn.ts';
import { Allowance, TemplateError } from '../template/liquid.ts';
import { judgeAnswer } from './answer.ts';
import { type HttpRequest, httpRequest, httpRequestFaults, renderHttpRequest } from './http-request.ts';
import type { LiveCall, OperationKind } from './kind.ts';
import { requestOnRecord } from './sent.ts';

/** One HTTP request through an http connection. */
export const http: OperationKind = {
  name: 'http',
  connections: ['http'],
  scopes: [],
  request: httpRequest,
  faults: (request, allowance) => httpRequestFaults(request as HttpRequest, allowance),
  carryOut(call, begin, outbound) {
    const settings = call.connection.settings as HttpSettings;
    return exchange(call, settings.timeout_ms, begin, outbound, () =>
      renderHttpRequest(call.definition.request as HttpRequest, settings, call.scope, call.jobId, {
        allowance: new Allowance(undefined, call.templateRules),
      }),
    );
  },
};

/** Renders a request, sends it and reads the outcome from the answer. If a template fails, nothing is sent. */
export async function exchange(
  { projectId, definition, templateRules, scope, connection }: LiveCall,
  usualTimeoutMs: number,
  begin: Begin,
  outbound: OutboundHttp,
  prepare: () => OutboundRequest,
): Promise<TaskOutcome> {
  let request: OutboundRequest;
  try {
    request = await inTurn(projectId, prepare);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return {
      state: 'failed',
      error: { code: 'template_failed', message: `Nothing was sent: ${error.message}.` },
    };
  }
  const outcome = await outbound.send({
    ...request,
    timeoutMs: definition.timeout_ms ?? usualTimeoutMs,
    maxResponseBytes: definition.max_response_bytes,
    beforeSend: () => begin(requestOnRecord(request, connection)),
  });
  return inTurn(projectId, () => judgeAnswer(outcome, definition, { scope, connection, templateRules }));
}
