/**
 * The external system that gets the operations of the chaos run: a separate process that is never killed. Its log says
 * what was done, whatever the server under test reports.
 *
 * Arguments: the file to append to, the secret that requests are signed with, the seed. It prints the port that it
 * listens on.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { notesIn, standOutside } from './outside.ts';
import { seeded } from './random.ts';

/** One line of the file. */
export interface Call {
  /** `Idempotency-Key`, which is the job; absent when the signature was wrong. */
  id?: string;
  /** Its outcome: `taken` was done, `refused` is final, `turned_away` may be sent again. */
  verdict: 'taken' | 'refused' | 'turned_away' | 'forged';
  /** The answer; 0 where there was none. */
  status: number;
  /** The write of the load that caused it. */
  ref?: string;
  at: number;
}

const [file = '', secret = '', seed = '1'] = process.argv.slice(2);
const random = seeded(Number(seed));
const note = notesIn<Call>(file);

const server = createServer(async (request, response) => {
  const body = await text(request).catch(() => undefined);
  // An incomplete request was not received: its sender got no answer.
  if (body === undefined) return;
  const at = Date.now();
  const { 'x-service-timestamp': moment, 'x-service-signature': signature } = request.headers;
  if (signature !== createHmac('sha256', secret).update(`${moment}.${body}`).digest('hex')) {
    note({ verdict: 'forged', status: 401, at });
    response.writeHead(401).end();
    return;
  }
  const call = {
    id: request.headers['idempotency-key'] as string,
    ref: (JSON.parse(body) as { ref: string }).ref,
    at,
  };
  const fate = random.next();
  if (fate < 0.01) {
    const status = fate < 0.005 ? 429 : 503;
    note({ ...call, verdict: 'turned_away', status });
    response.writeHead(status, { 'retry-after': '1' }).end();
    return;
  }
  if (fate < 0.03) {
    note({ ...call, verdict: 'refused', status: 422 });
    response.writeHead(422).end();
    return;
  }
  // Done, but the answer is an error, incomplete, or does not come: the sender cannot know the outcome, and must not
  // repeat it.
  const ending = fate < 0.036 ? 'fault' : fate < 0.042 ? 'cut' : fate < 0.046 ? 'hang' : 'answer';
  const status = { fault: 500, cut: 0, hang: 0, answer: 200 }[ending];
  note({ ...call, verdict: 'taken', status });
  if (ending === 'hang') return;
  await sleep(random.chance(0.03) ? random.whole(200, 1500) : random.whole(0, 25));
  if (ending === 'cut') response.destroy();
  else response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":true}');
});
standOutside(server);
