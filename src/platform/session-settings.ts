/** Settings of Postgres for one connection, by their names. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * For every connection. JIT would cost more than our short statements do. If a client disappears without closing its
 * session, an open transaction ends after ten seconds, and the session after a minute.
 */
const everywhere: SessionSettings = {
  jit: 'off',
  idle_in_transaction_session_timeout: 10_000,
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
};

/**
 * For the few statements that every request runs: planned once, for any number of rows and without regard to the current
 * statistics. A plan made while a table was empty must not stay when it has millions of rows.
 */
export const planOnce: SessionSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** For filters and searches, whose best plan depends on their values: planned again each time. */
export const planEachTime: SessionSettings = { plan_cache_mode: 'force_custom_plan' };

/**
 * For searches by words of a question that Postgres does not know while it plans: it takes half a percent of all rows for any such
 * question, and would read a large table whole, in several processes, for what the index has in a few blocks.
 */
export const planByIndex: SessionSettings = { enable_seqscan: 'off', max_parallel_workers_per_gather: 0 };

/**
 * The first statement of a connection. The start of a connection could bring settings as well (`options`), but a pooler such as
 * PgBouncer refuses it for that, or takes it and drops them.
 * @param session those of this connection, besides those of all
 */
export function firstStatement(session: SessionSettings): string {
  return Object.entries({ ...everywhere, ...session })
    .map(([name, value]) => `SET ${name} = '${value}'`)
    .join(';');
}
