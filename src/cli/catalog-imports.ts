import { askCatalog, type CatalogOptions } from './catalog-server.ts';
import { CommandFailed } from './failure.ts';
import { number } from './progress.ts';

interface ImportsOptions extends CatalogOptions {
  errors?: boolean;
  confirm?: boolean;
  cancel?: boolean;
  undo?: boolean;
}

interface ImportRecord {
  id: number;
  mode: string;
  state: string;
  source_name: string | null;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  vanished: number;
  failed: number;
  detail: string | null;
  can_undo: boolean;
  started_at: string;
}

const what = ['errors', 'confirm', 'cancel', 'undo'] as const;

/**
 * `parley catalog imports [ID]`: lists the newest imports, or shows one; or what an option asks for.
 * @throws CommandFailed
 */
export async function showImports(id: string | undefined, options: ImportsOptions): Promise<void> {
  const asked = what.filter((each) => options[each]);
  if (asked.length > 1) throw new CommandFailed(`Choose one of --${asked.join(' and --')}.`);
  const [action] = asked;
  if (id === undefined) {
    if (action)
      throw new CommandFailed(`--${action} needs the id of an import: parley catalog imports 12 --${action}`);
    const { results } = (await (await askCatalog('/imports/', options)).json()) as {
      results: ImportRecord[];
    };
    for (const record of results) process.stdout.write(`${lineOf(record)}\n`);
    return;
  }
  if (!/^\d{1,18}$/.test(id)) throw new CommandFailed(`"${id}" is not the id of an import.`);
  if (action === 'errors') {
    for await (const piece of await askCatalog(`/imports/${id}/errors/`, options))
      process.stdout.write(piece as Buffer);
    return;
  }
  if (action === 'undo') {
    const undone = await (await askCatalog(`/imports/${id}/undo/`, options, { method: 'POST' })).json();
    const { removed, restored, returned, left } = undone as Record<string, number>;
    process.stdout.write(
      `${number(removed!)} removed, ${number(restored!)} restored, ${number(returned!)} returned, ${number(left!)} left as they were changed since\n`,
    );
    return;
  }
  if (action) await askCatalog(`/imports/${id}/${action}/`, options, { method: 'POST' });
  const record = (await (await askCatalog(`/imports/${id}/`, options)).json()) as ImportRecord;
  process.stdout.write(`${lineOf(record)}\n${record.detail === null ? '' : `  ${record.detail}\n`}`);
}

const counts = ['created', 'updated', 'unchanged', 'skipped', 'vanished', 'failed'] as const;

function lineOf(record: ImportRecord): string {
  const told = counts.filter((name) => record[name] > 0).map((name) => `${number(record[name])} ${name}`);
  const { id, started_at: startedAt, mode, state, source_name: source } = record;
  return [
    ...[String(id), startedAt.slice(0, 19).replace('T', ' '), mode, state],
    ...[source ?? '-', told.join(', ') || 'nothing', ...(record.can_undo ? ['can be undone'] : [])],
  ].join('  ');
}
