import { createConnection, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/**
 * The load, a process of its own (see `startLoad` in ground.ts).
 *
 * It uses bare sockets, because on a machine with few cores the load takes processor time from the measured server:
 * requests are strings rendered before the clock starts, and only the status and the length of an answer are read. It
 * takes about as much work as `autocannon` with static requests, but here each request has its own key, recipient and
 * Idempotency-Key.
 */

/** A caller: a key (or none), and the values for `$T` in the path and the body. */
export interface Caller {
  key?: string;
  targets: string[];
}

export interface Plan {
  /** Several ports share the connections. */
  port: number | number[];
  connections: number;
  method: 'GET' | 'POST';
  /** `$T` stands for a target of the caller, `$P` for its project, and `$K` in the body for a unique value. */
  path: string;
  body?: string;
  /**
   * Callers use their keys like clients with a limit of 120 requests a minute: `activeKeys` at a time, each for a burst
   * of `requestsPerKey`, then the next ones.
   */
  callers: (Caller & { project: string })[];
  /** The load ends after this time, or after this number of requests, whichever comes first. */
  ms: number;
  requests?: number;
}

export interface LoadResult {
  requests: number;
  ms: number;
  /** Answers by status. */
  statuses: Record<number, number>;
  p50Ms: number;
  p99Ms: number;
}

const activeKeys = 200;
const requestsPerKey = 100;

/** The key of a request is put between the pieces. */
type Rendered = string[];

const digitsOfKey = 9;

function render({ method, path, body, callers }: Plan, longKey: number): Rendered[][] {
  return callers.map(({ key, project, targets }) =>
    targets.map((target) => {
      const fill = (text: string) => text.replaceAll('$T', target).replaceAll('$P', project);
      const sent = body && fill(body);
      const head =
        `${method} ${fill(path)} HTTP/1.1\r\nhost: 127.0.0.1\r\n` +
        (key ? `authorization: Bearer ${key}\r\n` : '');
      if (!sent) return [`${head}\r\n`];
      const [first = '', ...rest] = sent.split('$K');
      const length = Buffer.byteLength(sent) + rest.length * (longKey - '$K'.length);
      const before = `${head}content-type: application/json\r\ncontent-length: ${length}\r\nidempotency-key: `;
      return [before, `\r\n\r\n${first}`, ...rest];
    }),
  );
}

async function load(plan: Plan): Promise<LoadResult> {
  const most = plan.requests ?? Number.POSITIVE_INFINITY;
  const run = `bench-${process.hrtime.bigint().toString(36)}`;
  const rendered = render(plan, run.length + 1 + digitsOfKey);
  const ports = [plan.port].flat();
  const latencies: number[] = [];
  const statuses: Record<number, number> = {};
  let sent = 0;
  const start = performance.now();
  const end = start + plan.ms;

  const next = (): string => {
    const n = sent++;
    const turn = Math.floor(n / (activeKeys * requestsPerKey));
    const targets = rendered[(turn * activeKeys + (n % activeKeys)) % rendered.length]!;
    const pieces = targets[Math.floor(n / activeKeys) % targets.length]!;
    return pieces.length === 1 ? pieces[0]! : pieces.join(`${run}-${String(n).padStart(digitsOfKey, '0')}`);
  };

  await Promise.all(
    Array.from({ length: plan.connections }, async (_, i) => {
      const socket = await connect(ports[i % ports.length]!);
      await new Promise<void>((resolve, reject) => {
        let at = 0;
        const ask = () => {
          at = performance.now();
          if (sent >= most || at >= end) {
            socket.destroy();
            return resolve();
          }
          socket.write(next());
        };
        onAnswers(socket, (status) => {
          latencies.push(performance.now() - at);
          statuses[status] = (statuses[status] ?? 0) + 1;
          ask();
        });
        socket.on('error', reject);
        socket.on('end', () => reject(new Error('the server closed a connection')));
        ask();
      });
    }),
  );
  const ms = performance.now() - start;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { requests: latencies.length, ms, statuses, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function connect(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Calls back once for every whole answer. Every route here answers with a length, none in chunks. */
function onAnswers(socket: Socket, answered: (status: number) => void): void {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text = text === '' ? chunk : text + chunk;
    const head = text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, 300)}`);
    if (text.length < head + 4 + Number(length)) return;
    // Only one request at a time is under way, so no bytes follow.
    const status = Number(text.slice(9, 12));
    text = '';
    answered(status);
  });
}

process.on('message', (plan: Plan) => {
  load(plan).then(
    (result) => process.send!({ result }),
    (error: Error) => process.send!({ error: error.message }),
  );
});
process.send!('ready');
