import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { findSignatureFault } from './dialog/channels/standard-webhooks.ts';
import { processSettings, SettingsError } from './settings.ts';
import { receiverFile } from './welcome.ts';

/**
 * A small receiver for a webhook channel: it checks the signature of what arrives and prints it.
 * Without options it is the other end of the demo project's live channel.
 */
const usage = `Usage: npm run receive -- [--port PORT] [--secret whsec_…]

Without options it receives for the demo project, whose secret the first start of the server left in DATA_DIR.`;

try {
  const { port, secret } = readOptions();
  receive(port, secret);
} catch (error) {
  const wrong = error instanceof SettingsError || (error instanceof TypeError && 'code' in error);
  if (!wrong) throw error;
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
  process.exit(1);
}

function readOptions(): { port: number; secret: string } {
  const { values } = parseArgs({ options: { port: { type: 'string' }, secret: { type: 'string' } } });
  const settings = processSettings();
  const file = join(settings.dataDir, receiverFile);
  if (values.secret) return { port: Number(values.port ?? settings.receivePort), secret: values.secret };
  try {
    const left = JSON.parse(readFileSync(file, 'utf8')) as { port: number; signing_secret: string };
    return { port: Number(values.port ?? left.port), secret: left.signing_secret };
  } catch {
    throw new SettingsError(
      `${file} cannot be read: start the server first (npm start) and give this the same DATA_DIR, or pass --secret.`,
    );
  }
}

function receive(port: number, secret: string): void {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const fault = findSignatureFault(secret, request.headers, body);
    const at = new Date().toISOString();
    if (fault) {
      process.stdout.write(`${at}  refused: ${fault}\n`);
      response.writeHead(401).end();
      return;
    }
    process.stdout.write(`${at}  signature ok  ${body}\n`);
    response.writeHead(204).end();
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const hint = error.code === 'EADDRINUSE' ? ' Another receiver may be running; or set --port.' : '';
    process.stderr.write(`Cannot listen on 127.0.0.1:${port}: ${error.message}.${hint}\n`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => process.stdout.write(`Receiving on http://127.0.0.1:${port}/\n`));
}
