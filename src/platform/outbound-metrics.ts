import { Counter } from 'prom-client';
import type { Download } from './outbound-download.ts';
import type { OutboundHttp, Outcome } from './outbound-http.ts';
import { outboundServices } from './outbound-services.ts';

/** How a request ended: with what status, or why without one. The last three have the names that the audit log has for them. */
const outcomes = ['2xx', '3xx', '4xx', '429', '5xx', 'address_refused', 'not_reached', 'no_answer'] as const;

/** Counts the requests to other systems, by service and by how they ended. */
export class OutboundRequests {
  readonly counter = new Counter({
    name: 'parley_outbound_requests_total',
    help: 'Requests to other systems, by service and by how they ended.',
    labelNames: ['service', 'outcome'],
    registers: [],
  });

  constructor() {
    for (const service of outboundServices)
      for (const outcome of outcomes) this.counter.inc({ service, outcome }, 0);
  }

  /** The same client, whose requests are counted. */
  counted(http: OutboundHttp): OutboundHttp {
    const { counter } = this;
    return {
      ...http,
      async send(request) {
        const ended = await http.send(request);
        counter.inc({ service: request.service, outcome: outcomeOf(ended) });
        return ended;
      },
      async download(request) {
        const ended = await http.download(request);
        counter.inc({ service: request.service, outcome: outcomeOf(ended) });
        return ended;
      },
    };
  }
}

function outcomeOf(ended: Outcome | Download): (typeof outcomes)[number] {
  switch (ended.kind) {
    case 'answered':
      return ended.status === 429 ? '429' : classOf(ended.status);
    case 'refused':
      return 'address_refused';
    case 'unknown':
      return 'no_answer';
    default:
      return 'not_reached';
  }
}

const classOf = (status: number) =>
  `${Math.min(5, Math.max(2, Math.floor(status / 100)))}xx` as '2xx' | '5xx';
