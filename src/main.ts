import type { Logger } from 'pino';
import { createLog, serializeError } from './platform/log.ts';
import { type Server, startServer } from './server.ts';
import { processSettings, type Settings, SettingsError } from './settings.ts';
import { leaveReceiverFile, welcome } from './welcome.ts';

let starting: Promise<Server> | undefined;
let stopping = false;

try {
  await run(processSettings());
} catch (error) {
  // Without a server there is nothing for the log's reader but this line.
  process.stderr.write(`Parley cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  const expected = error instanceof SettingsError || process.env.LOG_LEVEL !== 'debug';
  if (!expected) process.stderr.write(`${JSON.stringify(serializeError(error), null, 2)}\n`);
  process.exit(1);
}

async function run(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(settings, log));
  stopWithNpm(settings, log);
  if (settings.outboundAllowIsDefault) {
    log.info(
      'outgoing requests may reach this machine itself (127.0.0.1, ::1); set OUTBOUND_ALLOW to change that',
    );
  }
  starting = startServer(settings, log);
  const { url, port, first } = await starting;
  log.info({ role: settings.role, port }, `Parley is ready at ${url}`);
  if (!first) return;
  if (first.demo) leaveReceiverFile(settings, first.demo.signingSecret);
  process.stdout.write(welcome(first, url));
}

/** A second signal changes nothing: tools that wrap Node may deliver one twice. */
async function stop(settings: Settings, log: Logger): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info('stopping: finishing what runs, leaving the rest queued');
  // Whatever hangs must not keep the process: what is unfinished is found again after the next start.
  setTimeout(() => process.exit(0), settings.shutdownMs + 5000).unref();
  const server = await starting?.catch(() => undefined);
  await server?.stop();
  process.exit(0);
}

/** Under `npm start`, a killed npm would leave the server running without anybody knowing: it then stops too. */
function stopWithNpm(settings: Settings, log: Logger): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop(settings, log);
  }, 500).unref();
}
