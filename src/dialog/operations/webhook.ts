import { z } from 'zod';
import { signedHeaders } from '../channels/standard-webhooks.ts';
import type { WebhookSettings } from '../connections/webhook.ts';
import { type Json, render } from '../scenario/template.ts';
import { exchange } from './http.ts';
import type { OperationKind } from './kind.ts';
import { callNames, templateFaults } from './templates.ts';

/** A signed POST through a webhook connection; its `webhook-id` is the job's id, the same on every attempt. */
export const webhook: OperationKind = {
  name: 'webhook',
  connections: ['webhook'],
  scopes: [],
  request: z.object({
    /** The whole input unless told otherwise. */
    body: z.unknown().prefault('{{ input }}'),
  }),
  faults: ({ body }) => templateFaults(body as Json, callNames, ['body']),
  carryOut(call, begin, outbound) {
    const settings = call.connection.settings as WebhookSettings;
    return exchange(call, settings.timeout_ms, begin, outbound, () => {
      const body = JSON.stringify(render(call.definition.request.body as Json, call.scope));
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Parley',
        ...signedHeaders(settings.signing_secret, call.jobId, body),
      };
      return { method: 'POST', url: settings.url, headers, body };
    });
  },
};
