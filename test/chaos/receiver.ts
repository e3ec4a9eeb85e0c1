/**
 * The receiver of messages in the chaos run, a separate process that is never killed: its log says what was delivered,
 * whatever the server under test reports.
 *
 * Arguments: the file to append to, the signing secret, the seed. It prints the port that it listens on.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { notesIn, standOutside } from './outside.ts';
import { seeded } from './random.ts';

/** One line of the file. */
export interface Arrival {
  /** `webhook-id`; absent when the signature was wrong. */
  id?: string;
  /** Its outcome: only a `taken` message counts as received. */
  verdict: 'taken' | 'turned_away' | 'forged';
  /** The answer; 0 for a connection closed without one. */
  status: number;
  externalId?: string;
  text?: string;
  at: number;
}

const [file = '', secret = '', seed = '1'] = process.argv.slice(2);
const webhook = new Webhook(secret);
const random = seeded(Number(seed));
const note = notesIn<Arrival>(file);

const server = createServer(async (request, response) => {
  const body = await text(request).catch(() => undefined);
  // An incomplete request was not received: its sender got no answer.
  if (body === undefined) return;
  const at = Date.now();
  try {
    webhook.verify(body, request.headers as Record<string, string>);
  } catch {
    note({ verdict: 'forged', status: 401, at });
    response.writeHead(401).end();
    return;
  }
  const id = request.headers['webhook-id'] as string;
  const { external_id: externalId, text: said } = JSON.parse(body) as Record<string, string>;
  const arrival = { id, externalId, text: said, at };
  const fate = random.next();
  // Refused before anything was done: the sender may send it again later.
  if (fate < 0.01) {
    const status = fate < 0.005 ? 429 : 503;
    note({ ...arrival, verdict: 'turned_away', status });
    response.writeHead(status, { 'retry-after': '1' }).end();
    return;
  }
  // Received, but the answer is an error or does not come: the sender cannot know the outcome, and must not repeat it.
  const status = fate < 0.014 ? 500 : fate < 0.018 ? 0 : 204;
  note({ ...arrival, verdict: 'taken', status });
  await sleep(random.chance(0.02) ? random.whole(200, 1500) : random.whole(0, 25));
  if (status === 0) response.destroy();
  else response.writeHead(status).end();
});
standOutside(server);
