/** The definitions of a dumped installation. The text of an event says where a dialog begins. */

const starts = ['ask', 'hurry', 'pick', 'wait', 'order', 'pay', 'human', 'brief', 'spawn'];

const says = (id: string, text: string, next = 'end') => ({ id, type: 'message', text, next });

/** @param name is in the version's messages, so that a dialog shows its version. */
export const scenario = (name: string) => ({
  triggers: [
    ...starts.map((start) => ({
      type: 'event',
      where: { left: '{{ event.text }}', op: 'eq', right: start },
      start,
    })),
    { type: 'text', text: 'hello', start: 'hello' },
  ],
  steps: [
    {
      id: 'ask',
      type: 'question',
      text: `${name} asks {{ event.ref }}`,
      field: 'name',
      timeout_seconds: 3600,
    },
    says('named', `${name} greets {{ state.name }}`),
    {
      id: 'hurry',
      type: 'question',
      text: 'quick, {{ event.ref }}',
      field: 'name',
      timeout_seconds: 12,
      on_timeout: 'late',
    },
    says('intime', 'in time'),
    says('late', 'too late'),
    {
      id: 'pick',
      type: 'choice',
      text: 'which?',
      field: 'size',
      options: ['Small', 'Large'].map((text) => ({ text })),
    },
    says('picked', 'picked {{ state.size }}'),
    { id: 'wait', type: 'delay', seconds: 12 },
    says('waited', 'waited'),
    {
      id: 'order',
      type: 'operation',
      operation: 'order',
      input: { ref: '{{ event.ref }}' },
      on_unknown: 'ordered',
      on_failed: 'ordered',
    },
    says('ordered', 'ordered: {{ steps.order.status }}'),
    {
      id: 'pay',
      type: 'payment',
      operation: 'month',
      text: 'pay at {{ steps.pay.payment_url }}',
      on_paid: 'paid',
    },
    says('paid', 'thanks for the money'),
    { id: 'human', type: 'handover', text: 'a person comes' },
    says('returned', 'the bot is back'),
    { id: 'brief', type: 'handover', text: 'a person comes briefly', timeout_seconds: 12 },
    says('alone', 'no person came'),
    { id: 'spawn', type: 'workflow', workflow: 'pause', input: { ref: 'spawned' } },
    { id: 'spawned', type: 'question', text: 'started it', field: 'name' },
    says('over', 'over'),
    says('hello', 'hello back'),
    { id: 'end', type: 'end' },
  ],
});

const keep = (row: Record<string, string>) => ({
  id: 'keep',
  type: 'table_write',
  table: 'kept',
  action: 'append',
  row,
});

/** Every workflow writes one row that names the reason of its start. */
export const workflows: Record<string, { triggers?: object[]; steps: object[] }> = {
  record: { steps: [keep({ ref: '{{ input.ref }}' })] },
  pause: { steps: [{ id: 'nap', type: 'delay', seconds: 12 }, keep({ ref: '{{ input.ref }}' })] },
  errand: {
    steps: [
      {
        id: 'order',
        type: 'operation',
        operation: 'order',
        input: { ref: '{{ input.ref }}' },
        on_unknown: 'keep',
        on_failed: 'keep',
      },
      keep({ ref: '{{ input.ref }}', status: '{{ steps.order.status }}' }),
    ],
  },
  sale: {
    steps: [
      { id: 'pay', type: 'payment', operation: 'month' },
      keep({ ref: '{{ input.ref }}', status: '{{ steps.pay.status }}' }),
    ],
  },
  heard: {
    triggers: [{ type: 'event', source: 'custom.order.*' }],
    steps: [keep({ ref: '{{ event.ref }}' })],
  },
  nightly: {
    triggers: [{ type: 'schedule', cron: '0 3 1 1 *', missed: 'once' }],
    steps: [keep({ ref: 'nightly', missed: '{{ event.missed }}' })],
  },
};

export const operations = {
  order: {
    name: 'Order',
    connection: 'target',
    request: { method: 'POST', path: '/orders', body: { ref: '{{ input.ref }}' } },
    timeout_ms: 60_000,
  },
  notify: { name: 'Notify', kind: 'webhook', connection: 'hook', request: { body: '{{ input }}' } },
  month: {
    name: 'Month',
    kind: 'payment',
    connection: 'shop',
    request: {
      amount: { value: '990', currency: 'RUB' },
      product: 'club',
      access: { days: 30 },
      description: 'Club',
    },
  },
};
