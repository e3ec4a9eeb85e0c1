import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/postgres.ts';
import { as } from '../platform/sql-expressions.ts';
import { types } from '../platform/sql-types.ts';
import { type ResultOf, statement } from '../platform/statement.ts';
import { firstDialogDue } from './dialogs/due.ts';
import { isResetRequested } from './gate/password-resets.ts';
import { isQueueDue } from './inbox/queue.ts';
import { firstMailDue } from './mail/outbox.ts';
import { firstOrderDue } from './payments/wake.ts';
import { isRefillDue } from './profiles/refill.ts';
import { firstPushDue } from './push/outbox.ts';
import { isSearchUnfilled } from './search/fill.ts';
import { firstRunDue } from './workflows/due.ts';
import { firstScheduleDue } from './workflows/triggers.ts';

const is = (condition: SQL) => as(types.boolean, condition);
/**
 * Asked as the smallest time of an index, and not as whether some time is past: statistics of yesterday that promise many such rows would
 * have the whole table read to find none.
 */
const isPast = (first: SQL) => is(sql`coalesce(${first} <= now(), false)`);

const look = statement({
  name: 'due',
  columns: {
    flows: isPast(sql`least(${firstDialogDue}, ${firstRunDue})`),
    schedules: isPast(firstScheduleDue),
    queues: is(isQueueDue),
    orders: isPast(firstOrderDue),
    pushes: isPast(firstPushDue),
    resets: is(isResetRequested),
    mails: isPast(firstMailDue),
    refills: is(isRefillDue),
    search: is(isSearchUnfilled),
  },
  query: (_, columns) => sql`SELECT ${columns}`,
});

/** What becomes due by itself, and whether there is some of it. */
export type Due = ResultOf<typeof look>;

/** Looks what is due, of all kinds and projects, in one statement: an idle server makes no transaction for each of them. */
export const lookWhatIsDue = (database: Database): Promise<Due> => look.one(database);
