/** What the owner of the chaos run has made: an operation, and the flows that use it. */

/** Slugs, as requests name them. */
export const slugs = { connection: 'shop', operation: 'order', workflow: 'record', table: 'kept' } as const;

/** An answer that takes longer than this leaves the outcome of a job unknown. */
const operationTimeoutMs = 2500;

/** Sends what it is given; `ref` names the write of the load that it is done for. */
export const operation = {
  name: 'Order',
  connection: slugs.connection,
  request: { method: 'POST', path: '/orders', body: { ref: '{{ input.ref }}' } },
  timeout_ms: operationTimeoutMs,
};

/**
 * Every event is counted, said, and ordered. One that comes while the scenario waits is the answer to its question;
 * one that comes while an order is under way begins anew. So no event is ever left aside, and what was said tells
 * which of them moved the dialog, and in which order. The texts are `<count>:<n of the event> <word>`.
 */
export const scenario = {
  triggers: [{ type: 'event', interrupts: true }],
  steps: [
    { id: 'add', type: 'set', values: { count: '{{ state.count | plus: 1 }}' } },
    { id: 'heard', type: 'message', text: '{{ state.count }}:{{ event.n }} heard' },
    {
      id: 'order',
      type: 'operation',
      operation: slugs.operation,
      input: { ref: '{{ event.ref }}' },
      on_failed: 'told',
      on_unknown: 'told',
    },
    {
      id: 'told',
      type: 'question',
      text: '{{ state.count }}:{{ event.n }} {{ steps.order.status }}',
      field: 'last',
    },
    { id: 'again', type: 'goto', to: 'add' },
  ],
};

/** Orders, waits, and keeps a row of what became of the order. */
export const workflow = {
  triggers: [],
  steps: [
    {
      id: 'order',
      type: 'operation',
      operation: slugs.operation,
      input: { ref: '{{ input.ref }}' },
      on_failed: 'wait',
      on_unknown: 'wait',
    },
    { id: 'wait', type: 'delay', seconds: 1 },
    {
      id: 'keep',
      type: 'table_write',
      table: slugs.table,
      action: 'append',
      row: { ref: '{{ input.ref }}', order: '{{ steps.order.status }}' },
    },
  ],
};
