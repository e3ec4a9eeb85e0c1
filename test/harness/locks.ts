/** Asked within a transaction: a row for each connection that waits for what the transaction holds. */
export const whoWaitsForThis =
  'SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
