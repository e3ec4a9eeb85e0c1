/**
 * What other systems are asked for: the type of a channel or the provider of payments by its name, `connection` for what operations
 * call, `subscription` for outgoing webhooks, `push` for push services of browsers, and `catalog` for notices about offers.
 */
export const outboundServices = [
  'telegram',
  'webhook',
  'yookassa',
  'connection',
  'subscription',
  'push',
  'catalog',
] as const;

/** Whom a request is for, in the metrics. */
export type OutboundService = (typeof outboundServices)[number];
