import { setTimeout as sleep } from 'node:timers/promises';
import { patient } from '../harness/patience.ts';

/** The fields of an audit entry that the run needs. */
export interface Entry {
  id: number;
  action: string;
  environment: 'sandbox' | 'live' | null;
  subject: { type: string; id: string };
}

export interface AuditSource {
  apis: string[];
  projectId: string;
  apiKey: string;
}

const answerTimeoutMs = 5000;

/** Follows the audit log as a client does, by `next_cursor`, asking one process after the other. */
export function startPoller(source: AuditSource): { entries: Entry[]; stop(): Promise<void> } {
  const entries: Entry[] = [];
  let after = 0;
  let stopped = false;
  const polling = (async () => {
    for (let turn = 0; !stopped; turn++) {
      const page = await readPage(source, turn, after).catch(() => undefined);
      if (page) {
        entries.push(...page.items);
        after = page.next_cursor;
      }
      if (!page || page.items.length < 100) await sleep(50);
    }
  })();
  return {
    entries,
    async stop() {
      // Entries committed until now are still to come.
      for (let turn = 0; ; turn++) {
        const seen = after;
        await sleep(300);
        const page = await readPage(source, turn, seen).catch(() => undefined);
        if ((page && page.items.length === 0) || turn > 100) break;
      }
      stopped = true;
      await polling;
    },
  };
}

/** The whole log from its beginning, read once. The process that was killed last may still be starting. */
export async function readLog(source: AuditSource): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let after = 0; ; ) {
    const { items, next_cursor } = await insist((turn) => readPage(source, turn, after));
    entries.push(...items);
    if (next_cursor === after) return entries;
    after = next_cursor;
  }
}

/** The sums of the analytics of the last days. */
export interface Totals {
  messages_out: number;
  new_profiles: number;
  events: number;
  jobs_succeeded: number;
  jobs_failed: number;
  workflow_runs: number;
}

/** The sums of the project's analytics, for both environments. */
export async function readTotals({ apis, projectId, apiKey }: AuditSource) {
  const of = (environment: string) =>
    insist(async (turn) => {
      const response = await fetch(
        `${apis[turn % apis.length]}/api/v1/projects/${projectId}/analytics?environment=${environment}`,
        {
          headers: { authorization: `Bearer ${apiKey}` },
          signal: AbortSignal.timeout(patient(answerTimeoutMs)),
        },
      );
      if (response.status !== 200) throw new Error(`GET /analytics was answered with ${response.status}`);
      return ((await response.json()) as { totals: Totals }).totals;
    });
  return { sandbox: await of('sandbox'), live: await of('live') };
}

/** Asks one process after the other until one answers. */
async function insist<Answer>(ask: (turn: number) => Promise<Answer>): Promise<Answer> {
  for (let turn = 0; ; turn++) {
    try {
      return await ask(turn);
    } catch (error) {
      if (turn === 100) throw error;
      await sleep(100);
    }
  }
}

async function readPage({ apis, projectId, apiKey }: AuditSource, turn: number, after: number) {
  const response = await fetch(
    `${apis[turn % apis.length]}/api/v1/projects/${projectId}/audit?after=${after}`,
    {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(patient(answerTimeoutMs)),
    },
  );
  if (response.status !== 200) throw new Error(`GET /audit was answered with ${response.status}`);
  return (await response.json()) as { items: Entry[]; next_cursor: number };
}
