import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { findSignatureFault, wrongSecret } from './platform/standard-webhooks.ts';
import { processSettings, SettingsError } from './settings.ts';
import { receiverFile } from './welcome.ts';

/**
 * A small receiver for a webhook channel: it checks the signature of each message and prints it. Without options it receives for
 * the demo project's live channel.
 */
const usage = `Usage: npm run receive -- [--port PORT] [--secret whsec_…]

Without options it receives for the demo project, whose secret the first start of the server wrote to DATA_DIR.
For a webhook channel of your own, pass the secret that was shown when the channel was made, and the port of its url.`;

/** The options of the receiver. */
interface Wanted {
  port: number;
  secret: string;
  /** The port to which the demo's channel sends; undefined if a secret of another channel was given. */
  demoPort?: number;
}

try {
  const wanted = readOptions();
  if (wanted) receive(wanted);
} catch (error) {
  const wrong = error instanceof SettingsError || (error instanceof TypeError && 'code' in error);
  if (!wrong) throw error;
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
  process.exit(1);
}

/** Reads the options. @returns undefined if only the usage was requested, and printed */
function readOptions(): Wanted | undefined {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, secret: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return undefined;
  }
  const settings = processSettings();
  const file = join(settings.dataDir, receiverFile);
  if (values.secret) return { port: Number(values.port ?? settings.receivePort), secret: values.secret };
  try {
    const left = JSON.parse(readFileSync(file, 'utf8')) as { port: number; signing_secret: string };
    return { port: Number(values.port ?? left.port), secret: left.signing_secret, demoPort: left.port };
  } catch {
    throw new SettingsError(
      `${file} cannot be read. Only the first start on a new database writes it: start the server (npm start), and give this the same DATA_DIR. With a database that was restored, pass --secret with the signing secret of the channel.`,
    );
  }
}

/** How to let the demo's channel send to another port. */
const moving =
  'To use another port, change the url of its channel (PATCH …/channels/{channel_id}, docs/api.md), or set RECEIVE_PORT before the first start.';

function receive({ port, secret, demoPort }: Wanted): void {
  let advised = false;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const fault = findSignatureFault(secret, request.headers, body);
    const at = new Date().toISOString();
    if (fault) {
      process.stdout.write(`${at}  refused: ${fault}\n`);
      response.writeHead(401).end();
      if (fault === wrongSecret && !advised) {
        advised = true;
        process.stdout.write(
          `  If it comes from another channel, start the receiver with its secret: npm run receive -- --port ${port} --secret whsec_…\n`,
        );
      }
      return;
    }
    process.stdout.write(`${at}  signature ok  ${body}\n`);
    response.writeHead(204).end();
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const hint = error.code === 'EADDRINUSE' ? ` ${takenHint(port, demoPort)}` : '';
    process.stderr.write(`Cannot listen on 127.0.0.1:${port}: ${error.message}.${hint}\n`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => {
    process.stdout.write(`Receiving on http://127.0.0.1:${port}/\n`);
    if (demoPort !== undefined && port !== demoPort) {
      process.stdout.write(
        `  But the demo project sends to port ${demoPort}, so its messages do not arrive here. ${moving}\n`,
      );
    }
  });
}

/** What to do about a port in use; on another port nothing would arrive. */
function takenHint(port: number, demoPort: number | undefined): string {
  if (demoPort === undefined)
    return 'Stop the program that uses it, or set --port to the port in the url of your channel.';
  return port === demoPort
    ? `Another receiver may be running: stop that one, because the demo project sends to this port. ${moving}`
    : `The demo project sends to port ${demoPort}; leave --port out.`;
}
