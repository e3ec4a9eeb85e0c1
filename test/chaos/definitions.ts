/** The definitions of the chaos run: an operation, and the flows that use it. */

/** Slugs, as requests name them. */
export const slugs = { connection: 'shop', operation: 'order', workflow: 'record', table: 'kept' } as const;

/** An answer that takes longer than this leaves the outcome of a job unknown. */
const operationTimeoutMs = 2500;

/** Sends its input; `ref` names the write of the load that caused it. */
export const operation = {
  name: 'Order',
  connection: slugs.connection,
  request: { method: 'POST', path: '/orders', body: { ref: '{{ input.ref }}' } },
  timeout_ms: operationTimeoutMs,
};

/**
 * The scenario counts every event, sends a message about it, and makes an order for it. An event that comes while the
 * scenario waits answers its question; one that comes while an order is under way starts the dialog again. So no event
 * is ignored, and the messages show which events moved the dialog, and in which order. The texts are `<count>:<n of the
 * event> <word>`.
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

/** Makes an order, waits, and writes a row with its outcome. */
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
