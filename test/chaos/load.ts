import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Patience, patient } from '../harness/patience.ts';
import type { Random } from './random.ts';
import { bodyOf, essenceOf, type Party, pathOf, type Sent } from './writes.ts';

export interface Load {
  writes: Sent[];
  /** Answers of any kind, by status; 0 for none within the time. */
  answers: Map<number, number>;
  /** Requests that were repeated because they failed or got no answer. */
  retries: number;
  /** Repetitions of answered requests, and how many of them were answered as repetitions. */
  repeats: number;
  replayed: number;
  /** Known keys sent with another body: each must be a 409. */
  reusedKeys: number;
  faults: string[];
}

export interface LoadOptions {
  apis: string[];
  projectId: string;
  apiKey: string;
  parties: Party[];
  /** The mean pause of a client between two writes, unless its party pauses longer. */
  pauseMs: number;
  random: Random;
}

type Request = Pick<Sent, 'party' | 'key' | 'body'>;

interface Answer {
  status: number;
  body: string;
  /** Whether the answer says that the request came before. */
  replayed: boolean;
}

const answerTimeoutMs = 5000;
/**
 * A request is repeated until it is answered. If that takes longer than this on an idle machine, the server has failed.
 */
const patienceMs = 60_000;

/**
 * Each party has one client, which sends its next write when the one before was answered. Failed and unanswered
 * requests are repeated, with the same key and body, at any process.
 */
export function startLoad(options: LoadOptions): { load: Load; stop(): Promise<void> } {
  const { apis, projectId, apiKey, parties, pauseMs, random } = options;
  const load: Load = {
    writes: [],
    answers: new Map(),
    retries: 0,
    repeats: 0,
    replayed: 0,
    reusedKeys: 0,
    faults: [],
  };
  /** Writes that were accepted by an answer that is not marked as a repetition. */
  const first = new Set<Sent>();
  let stopped = false;
  let tellStop = () => {};
  const stop = new Promise<void>((resolve) => {
    tellStop = resolve;
  });
  const later: Promise<void>[] = [];
  const clients = parties.map((party) => client(party));
  return {
    load,
    async stop() {
      stopped = true;
      tellStop();
      await Promise.all(clients);
      await Promise.all(later);
    },
  };

  async function client(party: Party): Promise<void> {
    for (let n = 1; !stopped; n++) {
      const key = randomUUID();
      const write: Sent = { party, n, key, body: bodyOf(party, n, key) };
      load.writes.push(write);
      // Sometimes the same request runs at two processes at the same moment.
      const tries = random.chance(0.05) ? 2 : 1;
      await Promise.all(Array.from({ length: tries }, () => sendUntilAnswered(write)));
      if (write.answer === undefined) return;
      if (random.chance(0.08)) later.push(repeat(write, random.whole(0, 8000)));
      if (random.chance(0.03)) later.push(reuse(write, random.whole(0, 8000)));
      await Promise.race([sleep(random.next() * 2 * pauseMs * party.patience), stop]);
    }
  }

  async function sendUntilAnswered(write: Sent): Promise<void> {
    const patience = new Patience(patienceMs);
    for (let attempt = 1; !patience.isOver; attempt++) {
      if (attempt > 1) load.retries++;
      const answer = await post(write);
      if (answer?.status === 202) {
        take(write, answer);
        return;
      }
      if (answer && answer.status !== 503) {
        load.faults.push(
          `POST ${pathOf(write.party.kind)} was answered with ${answer.status}: ${answer.body}`,
        );
        if (answer.status < 500) return;
      }
      await sleep(random.whole(20, 300));
    }
    load.faults.push(`a ${write.party.kind} was not accepted within ${patienceMs / 1000} s`);
  }

  function take(write: Sent, { body, replayed }: Answer): void {
    if (!replayed) {
      if (first.has(write)) load.faults.push(`key ${write.key} was accepted twice, neither as a repetition`);
      first.add(write);
    }
    const said = essenceOf(body);
    write.answer ??= said;
    if (write.answer !== said) {
      load.faults.push(`key ${write.key} was answered with ${write.answer} and later with ${said}`);
    }
  }

  /** Repeats an answered request: it must get the first answer, at any process and at any time. */
  async function repeat(write: Sent, afterMs: number): Promise<void> {
    await Promise.race([sleep(afterMs), stop]);
    const answer = await insist(write);
    if (!answer) return;
    load.repeats++;
    if (answer.status !== 202 || !answer.replayed) {
      load.faults.push(
        `a repetition of key ${write.key} was answered with ${answer.status}, replayed ${answer.replayed}: ${answer.body}`,
      );
      return;
    }
    load.replayed++;
    take(write, answer);
  }

  async function reuse({ party, n, key }: Sent, afterMs: number): Promise<void> {
    await Promise.race([sleep(afterMs), stop]);
    const answer = await insist({ party, key, body: bodyOf(party, n, key, true) });
    if (!answer) return;
    load.reusedKeys++;
    if (answer.status !== 409) {
      load.faults.push(`key ${key} with another body was answered with ${answer.status}`);
    }
  }

  async function insist(request: Request): Promise<Answer | undefined> {
    const patience = new Patience(patienceMs);
    while (!patience.isOver) {
      const answer = await post(request);
      if (answer && answer.status !== 503) return answer;
      await sleep(random.whole(50, 300));
    }
    load.faults.push(`a repetition was not answered within ${patienceMs / 1000} s`);
    return undefined;
  }

  async function post({ party, key, body }: Request): Promise<Answer | undefined> {
    let status = 0;
    try {
      const response = await fetch(`${random.pick(apis)}/api/v1/projects/${projectId}${pathOf(party.kind)}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body,
        signal: AbortSignal.timeout(patient(answerTimeoutMs)),
      });
      const text = await response.text();
      status = response.status;
      const replayed =
        party.kind === 'event'
          ? text.includes('"duplicate":true')
          : response.headers.get('idempotency-replayed') === 'true';
      return { status, body: text, replayed };
    } catch {
      return undefined; // no connection, or it broke: nobody knows whether the request was accepted
    } finally {
      load.answers.set(status, (load.answers.get(status) ?? 0) + 1);
    }
  }
}
