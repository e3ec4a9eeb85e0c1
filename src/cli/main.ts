#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { importFile } from './catalog-import.ts';
import { CommandFailed } from './failure.ts';

/** The `parley` command: a client of the server's HTTP interfaces, so that it works on a remote one too. */

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const url = new Option('--url <url>', 'address of the server')
  .env('PARLEY_URL')
  .default('http://127.0.0.1:3000');

const parley = new Command('parley').description('Command line of the Parley server.').version(version);

parley
  .command('catalog')
  .description('offers of the catalog')
  .command('import')
  .description(
    'create the offers of a file; offers that are there already are skipped, so the same command resumes an import',
  )
  .argument('<file>', 'CSV with a header row, or one JSON object a line (.ndjson, .jsonl)')
  .addOption(url)
  .addOption(new Option('--token <token>', 'where the catalog asks for one').env('CATALOG_TOKEN'))
  .addOption(
    new Option('--format <format>', 'where the name of the file does not tell').choices(['csv', 'ndjson']),
  )
  .action(importFile);

try {
  await parley.parseAsync();
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
