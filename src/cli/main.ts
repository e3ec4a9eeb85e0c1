#!/usr/bin/env node
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { version } from '../platform/version.ts';
import { backupCommand } from './backup.ts';
import { compareFormats, compareOffers, readPerPn, readSourceId } from './catalog-compare.ts';
import { exportFormats, exportOffers, readFilter } from './catalog-export.ts';
import { decimals, importFile, modes, onDuplicates } from './catalog-import.ts';
import { showImports } from './catalog-imports.ts';
import { listSources } from './catalog-sources.ts';
import { migrateCommand, postgresAddress } from './database.ts';
import { doctorCommand } from './doctor.ts';
import { CommandFailed } from './failure.ts';
import { removeFactors, resetPassword } from './owner.ts';
import { type RestoreOptions, restoreCommand } from './restore.ts';
import { listCommand, settleCommand } from './unsettled.ts';

/**
 * The `parley` command. It uses the catalog over HTTP, so that this also works on a remote server. It changes owners
 * directly in the database, on the machine of the server, migrates the database, and saves and restores it.
 */

const url = new Option('--url <url>', 'address of the server (default: HOST and PORT)').env('PARLEY_URL');

const databaseUrl = new Option(
  '--database-url <url>',
  'of the role that owns the tables (default: DATABASE_URL of the server)',
)
  .env('MIGRATION_DATABASE_URL')
  .argParser(postgresAddress);

const serverRole = new Option(
  '--server-role <name>',
  'the role of the servers, which may then change all rows',
).env('SERVER_DATABASE_ROLE');

const parley = new Command('parley').description('Command line of the Parley server.').version(version);

const token = new Option('--token <token>', 'if the catalog requires one').env('CATALOG_TOKEN');

const catalog = parley.command('catalog').description('offers of the catalog');

catalog
  .command('import')
  .description(
    'create the offers of a file; existing offers are skipped unless you say otherwise, so the same command resumes an import',
  )
  .argument(
    '<file>',
    'CSV with a header row, one JSON object per line (.ndjson, .jsonl), or a workbook (.xlsx), also compressed (.gz, .zip); - for standard input',
  )
  .addOption(url)
  .addOption(token)
  .addOption(
    new Option('--format <format>', 'if the name of the file does not show it').choices([
      'csv',
      'ndjson',
      'xlsx',
      'zip',
    ]),
  )
  .option('--charset <charset>', 'of the file if it is not found, such as windows-1250')
  .option(
    '--delimiter <sign>',
    'of a CSV, if its header row does not show it: comma, semicolon, tab, pipe, or the sign itself',
  )
  .option('--header-row <line>', 'the line of the header row, if others stand above it')
  .option('--map <json>', `the fields of columns that have other names: '{"Art. no.": "pn_raw"}'`)
  .option('--set <json>', `values where the file has none: '{"price_currency": "EUR"}'`)
  .option('--sheet <sheet>', 'of a workbook: its name or its number, if it is not the first')
  .option('--file <name>', 'of a ZIP archive with several files')
  .option('--dry-run', 'write nothing, and print how the file is read')
  .addOption(
    new Option(
      '--decimal <sign>',
      'what stands before the decimals of numbers; said, thousands may be parted',
    ).choices(decimals),
  )
  .addOption(
    new Option(
      '--on-duplicate <what>',
      'what is done with existing offers; update takes the values of the file',
    ).choices(onDuplicates),
  )
  .addOption(
    new Option('--mode <mode>', 'replace makes the offers of --source those of the file').choices(modes),
  )
  .option('--source <source>', 'name, address or id of the source of rows that name none')
  .option(
    '--vanished-status <status>',
    'with --mode replace: status of offers that the file no longer has, instead of deleting them',
  )
  .option(
    '--most-vanished <percent>',
    'with --mode replace: how many offers may vanish without a confirmation',
  )
  .option('--ask', 'with --mode replace: change nothing before a confirmation, and print what it would do')
  .action(importFile);

catalog
  .command('imports')
  .description('the newest imports, or one of them; undo it; confirm or drop a list that replaces')
  .argument('[id]', 'of an import')
  .option('--errors', 'print the errors of its rows as CSV')
  .option('--confirm', 'apply a list that waits, or that was interrupted')
  .option('--cancel', 'drop a list that waits')
  .option('--undo', 'undo the newest import of its source')
  .addOption(url)
  .addOption(token)
  .action(showImports);

catalog
  .command('export')
  .description('write the offers to a file, or those that pass filters')
  .argument(
    '[file]',
    'CSV if its name ends with .csv, otherwise one JSON object per line; absent or -: the standard output',
  )
  .addOption(
    new Option('--format <format>', 'if the name of the file does not show it').choices(exportFormats),
  )
  .addOption(
    new Option(
      '--filter <name=value>',
      'a filter of the API, such as source_name=Acme; may be repeated',
    ).argParser(readFilter),
  )
  .addOption(url)
  .addOption(token)
  .action(exportOffers);

catalog
  .command('compare')
  .description('the offers of part numbers, the best first, as CSV or as JSON lines')
  .argument('[file]', 'a part number a line; absent or -: the standard input')
  .option('--currency <currency>', 'compare prices in it, by the rates of the catalog')
  .option('--best', 'only the best offer of each')
  .addOption(
    new Option('--per-pn <count>', 'the most offers of each, up to 100; 20 if absent').argParser(readPerPn),
  )
  .option('--ignore-zeros', 'leave leading zeros aside: 00042 is 42')
  .option('--priced', 'only offers with a price')
  .addOption(
    new Option('--source <id>', 'only offers of this source; may be repeated').argParser(readSourceId),
  )
  .addOption(new Option('--format <format>', 'csv if absent').choices(compareFormats))
  .addOption(url)
  .addOption(token)
  .action(compareOffers);

catalog
  .command('sources')
  .description('a line for each source: its id, its name and its address, with tabs between them')
  .argument('[search]', 'a part of the name or of the address')
  .addOption(url)
  .addOption(token)
  .action(listSources);

const owner = parley.command('owner').description('owners of this installation');

owner
  .command('reset-password')
  .description(
    'give an owner a new password, print it and end their sessions; run it with the settings of the server',
  )
  .option('--email <email>', 'of the owner, if there are several')
  .option('--remove-second-factors', 'also remove the app, the passkeys and the recovery codes')
  .action(resetPassword);

owner
  .command('remove-second-factors')
  .description(
    'remove the app, the passkeys and the recovery codes of a person who has lost them, and end their sessions; run it with the settings of the server',
  )
  .argument('<email>', 'of the person')
  .action(removeFactors);

parley
  .command('database')
  .description('the database of this installation')
  .command('migrate')
  .description(
    'change its tables to this version, for servers with MIGRATE_AT_START=false, whose role may not do that',
  )
  .addOption(databaseUrl)
  .addOption(serverRole)
  .action(migrateCommand);

parley
  .command('backup')
  .description(
    'save the database and the files in a new folder, also while the server runs; run it with the settings of the server',
  )
  .argument('<folder>', 'which does not exist yet, or is empty')
  .option('--without-key', 'do not check that the encryption key of the settings opens what is saved')
  .action((folder: string, options: { withoutKey?: boolean }) =>
    backupCommand(folder, { ...options, version }),
  );

parley
  .command('restore')
  .description(
    'fill an empty database and the folder of files with a backup; run it with the settings of the server',
  )
  .argument('<folder>', 'of the backup')
  .addOption(databaseUrl)
  .addOption(serverRole)
  .option('--without-key', 'go on although no encryption key opens the secrets in the backup')
  .addOption(
    new Option(
      '--queued-as <outcome>',
      'of what was still to be done when the backup was made: nothing is sent again, and owners settle it',
    ).choices(['unknown']),
  )
  .action((folder: string, options: Omit<RestoreOptions, 'version'>) =>
    restoreCommand(folder, { ...options, version }),
  );

const count = (text: string) => {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number of processes.');
};

parley
  .command('doctor')
  .description(
    'add up the connections to the database that the processes need, and compare them with what it grants; run it with the settings of the server',
  )
  .option('--servers <number>', 'of processes with the ROLE of the settings (default: those alive)', count)
  .option('--workers <number>', 'of processes with ROLE=worker beside them', count)
  .option('--json', 'as a JSON object')
  .action(doctorCommand);

const unsettled = parley
  .command('unsettled')
  .description('unknown outcomes of all projects; run it with the settings of the server');

/** Options that choose outcomes. */
const chosen = (command: Command) =>
  command
    .option('--project <id>', 'of this project (prj_…)')
    .option('--kind <kind>', 'such as message, job or delivery')
    .addOption(new Option('--environment <name>', 'of this environment').choices(['live', 'sandbox']))
    .option('--channel <id>', 'through this channel (ch_…) or connection (con_…)')
    .option('--external-id <id>', 'of the customer with this id in the channel')
    .option('--reason <code>', 'with this code, as the list shows it')
    .option('--since <moment>', 'unknown since then or later, such as 2026-11-30T09:30:00Z')
    .option('--before <moment>', 'unknown since before then');

chosen(unsettled.command('list'))
  .description(
    'list them, a line each: id, kind, environment, since when, project, channel, customer, reason',
  )
  .option('--json', 'a JSON object per line')
  .action(listCommand);

chosen(unsettled.command('settle'))
  .description('say what became of them; without --yes it says how many it would settle')
  .addArgument(
    new Argument('<outcome>', 'done or failed: that is what happened; retry: do it again').choices([
      ...['done', 'failed', 'retry'],
    ]),
  )
  .argument('[ids...]', 'of records, such as msg_…')
  .option('--all', 'all of them, if no option chooses')
  .option('--note <text>', 'for the record', '')
  .option('--yes', 'do it')
  .action(settleCommand);

try {
  await parley.parseAsync();
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
