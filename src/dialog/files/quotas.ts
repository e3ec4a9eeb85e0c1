import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { listOf } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import type { Settings } from '../../settings.ts';
import { fileUsage } from './schema.ts';

/** How many bytes of files may be kept: of a customer, of a channel from all its customers, and of a project. */

const { projectId, holder, bytes } = fileUsage;

const findUsage = statement({
  name: 'file-usage',
  params: { projectId, holders: listOf(holder) },
  columns: { holder, bytes },
  query: (p) =>
    build
      .select({ holder, bytes })
      .from(fileUsage)
      .where(and(eq(projectId, p.projectId), sql`${holder} = ANY (${p.holders})`)),
});

/** For whom a file counts. Files of clients and owners count for their project only. */
export interface Holders {
  projectId: string;
  /** Of the customer who sent it. */
  channelId?: string | undefined;
  /** Undefined also for a customer of whom nothing is kept yet. */
  identityId?: string | undefined;
}

type Quota = 'customer' | 'channel' | 'project' | 'address';

/** In bytes. */
type Limits = Pick<Settings, 'filesCustomerBytes' | 'filesChannelBytes' | 'filesProjectBytes'>;

/** A file for which there is no room. */
export class QuotaReached extends Error {
  readonly quota: Quota;
  /** In bytes. */
  readonly limit: number;

  constructor(quota: Quota, limit: number) {
    super(`the quota of the ${quota} is used up`);
    this.quota = quota;
    this.limit = limit;
  }
}

/** The room for a file that arrives. */
export interface Room {
  /** The bytes while they arrive. @throws QuotaReached if they are more than there is room for */
  fill(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Call it when the file counts in the database, or is gone. */
  close(): void;
}

/**
 * Keeps files within their quotas: before a file arrives, by what is kept and what other files bring to this process meanwhile, so
 * that no unfinished files fill the disk; and in the transaction that writes its record, for certain, over all processes.
 */
export class FileQuotas {
  readonly #limits: Limits;
  /** Bytes that have arrived of files that do not count yet, by holder. */
  readonly #arriving = new Map<string, number>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * @param declared bytes that the file has by its sender, 0 if nobody says it
   * @param mayRepeat if the file may be one that is kept already: it is received however much is kept, next to as many others as a
   * quota holds
   * @throws QuotaReached
   */
  async open(on: Queryable, holders: Holders, declared: number, mayRepeat = false): Promise<Room> {
    const arriving = this.#arriving;
    const shares = await this.#shares(on, holders);
    const refuseBeyond = (more: number) => {
      const full = shares.find(
        ({ id, kept, limit }) => (mayRepeat ? 0 : kept) + (arriving.get(id) ?? 0) + more > limit,
      );
      if (full) throw new QuotaReached(full.quota, full.limit);
    };
    const count = (change: number) => {
      for (const { id } of shares) {
        const sum = (arriving.get(id) ?? 0) + change;
        if (sum > 0) arriving.set(id, sum);
        else arriving.delete(id);
      }
    };
    refuseBeyond(Math.max(declared, 1));
    let own = 0;
    return {
      async *fill(pieces) {
        for await (const piece of pieces) {
          refuseBeyond(piece.length);
          count(piece.length);
          own += piece.length;
          yield piece;
        }
      },
      close() {
        count(-own);
        own = 0;
      },
    };
  }

  /**
   * Call it in the transaction that has just made a file count: until that ends nobody else changes the sums.
   * @throws QuotaReached, for which the transaction must be rolled back
   */
  async check(tx: Queryable, holders: Holders): Promise<void> {
    const full = (await this.#shares(tx, holders)).find(({ kept, limit }) => kept > limit);
    if (full) throw new QuotaReached(full.quota, full.limit);
  }

  /** The narrowest first. */
  async #shares(on: Queryable, { projectId: project, channelId, identityId }: Holders) {
    const { filesCustomerBytes, filesChannelBytes, filesProjectBytes } = this.#limits;
    const shares = [
      { quota: 'customer', id: identityId, limit: filesCustomerBytes },
      { quota: 'channel', id: channelId, limit: filesChannelBytes },
      { quota: 'project', id: project, limit: filesProjectBytes },
    ] as const;
    const held = shares.flatMap((share) => (share.id === undefined ? [] : [{ ...share, id: share.id }]));
    const used = await findUsage.all(on, { projectId: project, holders: held.map(({ id }) => id) });
    const keptOf = new Map(used.map((row) => [row.holder, row.bytes]));
    return held.map((share) => ({ ...share, kept: keptOf.get(share.id) ?? 0 }));
  }
}

/** The bytes of files that are kept of a project. */
export async function bytesKept(on: Queryable, project: string): Promise<number> {
  return (await findUsage.first(on, { projectId: project, holders: [project] }))?.bytes ?? 0;
}

/** Room comes back when files are deleted, and old ones are, by the hour. */
const roomAfterSeconds = 3600;

/** The refusal of an upload. */
export const quotaProblem = (
  { quota, limit }: Pick<QuotaReached, 'quota' | 'limit'>,
  retryAfterSeconds = roomAfterSeconds,
): Problem =>
  new Problem(429, 'file_quota', sentences[quota](`${Math.floor(limit / 2 ** 20)} MiB`), {
    retryAfterSeconds,
    fields: { quota },
  });

/** What became of it, and what to do. @param most the quota */
const sentences: Record<Quota, (most: string) => string> = {
  customer: (most) =>
    `Not more than ${most} of files are kept of one customer, so this one is not. Write it in words, or send a link.`,
  channel: (most) =>
    `Not more than ${most} of files are kept of the customers of this channel, so this one is not. Write it in words, or send a link; owners can delete files.`,
  project: (most) =>
    `Not more than ${most} of files are kept of this project, so this one is not. Delete files that nobody needs, or have FILES_PROJECT_MB raised.`,
  address: (most) =>
    `Not more than ${most} of files are taken from one address within a day. Try again tomorrow, or send a link.`,
};
