import type { Logger } from 'pino';
import { FlagsError, readFlags } from './flags.ts';
import { isUnderNpm, receiveCommand, resetPasswordCommand } from './place.ts';
import { StartEnded } from './platform/database-wait.ts';
import { createLog, serializeError } from './platform/log.ts';
import { version } from './platform/version.ts';
import { type Server, startServer } from './server.ts';
import { processSettings, type Settings, SettingsError } from './settings.ts';
import { leaveReceiverFile, welcome, welcomeBack } from './welcome.ts';

let starting: Promise<Server> | undefined;
/** Aborts when this process is to stop. */
const ending = new AbortController();

try {
  const warnings: string[] = [];
  await run(
    processSettings((line) => warnings.push(line)),
    warnings,
  );
} catch (error) {
  // Then `stop` ends the process.
  if (!(error instanceof StartEnded)) fail(error);
}

function fail(error: unknown): never {
  // Without a server there is no log, so write this line for its reader.
  process.stderr.write(`Parley cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  const expected = error instanceof SettingsError || process.env.LOG_LEVEL !== 'debug';
  if (!expected) process.stderr.write(`${JSON.stringify(serializeError(error), null, 2)}\n`);
  process.exit(error instanceof FlagsError ? error.status : 1);
}

/** @param warnings about the settings, for the log */
async function run(settings: Settings, warnings: readonly string[]): Promise<void> {
  const log = createLog(settings.logLevel, process.stdout);
  const { role, databaseUrl } = settings;
  log.info(
    { version, role, node: process.version, database: databaseUrl === undefined ? 'embedded' : 'postgres' },
    `Parley ${version} starts`,
  );
  for (const line of warnings) log.warn(line);
  process.on('SIGTERM', () => void stop(settings, log, { drains: true }));
  // From a terminal, where somebody waits for it.
  process.on('SIGINT', () => void stop(settings, log));
  stopWithNpm(settings, log);
  starting = startServer(settings, log, { ...readFlags(process.argv.slice(2)), ending: ending.signal });
  const server = await starting;
  const { url, port } = server;
  // The address of a worker serves nothing of what would be shown.
  const isShown = role !== 'worker';
  // The text that is shown begins with the same words.
  if (!(isShown && process.stdout.isTTY)) log.info({ role, port }, `Parley is ready at ${url}`);
  if (settings.outboundAllowIsDefault) {
    log.info(
      'outgoing requests may reach this machine itself (127.0.0.1, ::1); set OUTBOUND_ALLOW to change that',
    );
  }
  if (!isShown) return;
  const wasFirst = await server
    .showFirstStart(async (first) => {
      const options = first.demo ? leaveReceiverFile(settings, first.demo.signingSecret) : [];
      await print(welcome(first, server, settings, receiveCommand(settings.dataDir, options)));
    })
    .catch((error) => {
      log.warn(
        { err: error },
        'the password and the key that the first start made could not be shown; the next start makes new ones and shows them',
      );
      return false;
    });
  // Under a service manager nobody reads this.
  if (wasFirst || !(process.stdout.isTTY || isUnderNpm)) return;
  const projects = await server.listFirstProjects();
  await print(welcomeBack(server, settings, projects, resetPasswordCommand(settings.dataDir)));
}

/** Writes a text; resolves when the terminal, or whatever reads the output, has taken it. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Stops the server. A second signal changes nothing, because tools that wrap Node may deliver it twice.
 * @param options.drains whether it goes on taking requests for a while, until load balancers know that it stops
 */
async function stop(settings: Settings, log: Logger, { drains = false } = {}): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  // Nobody sends requests to a worker.
  const drainMs = drains && settings.role !== 'worker' ? settings.drainMs : 0;
  // Whatever hangs must not keep the process alive; unfinished work is found again after the next start.
  setTimeout(() => process.exit(0), drainMs + settings.shutdownMs + 5000).unref();
  const server = await starting?.catch(() => undefined);
  if (drainMs > 0 && server) {
    log.info(`stopping in ${drainMs / 1000} s: /readyz says so, and requests are answered until then`);
    await server.drain(drainMs);
  }
  log.info('stopping: finishing what runs, leaving the rest queued');
  await server?.stop();
  log.info('stopped');
  process.exit(0);
}

/** Stops when npm has died: under `npm start`, a killed npm would leave the server running unnoticed. */
function stopWithNpm(settings: Settings, log: Logger): void {
  if (!isUnderNpm) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop(settings, log);
  }, 500).unref();
}
