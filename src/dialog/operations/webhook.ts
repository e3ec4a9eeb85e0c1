import { z } from 'zod';
import { signedHeaders } from '../../platform/standard-webhooks.ts';
import type { WebhookSettings } from '../connections/webhook.ts';
import type { Json } from '../template/json.ts';
import { Allowance, render } from '../template/liquid.ts';
import { exchange } from './http.ts';
import type { OperationKind } from './kind.ts';
import { callNames, templateFaults } from './templates.ts';

/** A signed POST through a webhook connection. Its `webhook-id` is the job's id, the same on every attempt. */
export const webhook: OperationKind = {
  name: 'webhook',
  connections: ['webhook'],
  scopes: [],
  request: z.object({
    /** If absent, the whole input. */
    body: z.unknown().prefault('{{ input }}'),
  }),
  faults: ({ body }, allowance) => templateFaults(body as Json, callNames, ['body'], allowance),
  carryOut(call, begin, outbound) {
    const settings = call.connection.settings as WebhookSettings;
    return exchange(call, settings.timeout_ms, begin, outbound, () => {
      const allowance = new Allowance(undefined, call.templateRules);
      const body = JSON.stringify(render(call.definition.request.body as Json, call.scope, allowance));
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Parley',
        ...signedHeaders(settings.signing_secret, call.jobId, body),
      };
      return { service: 'connection', method: 'POST', url: settings.url, headers, body };
    });
  },
};
