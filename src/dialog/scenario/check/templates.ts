import { allowanceToCheck, readsOf, TemplateError } from '../../template/liquid.ts';
import type { Definition } from '../definition.ts';
import { blocking, type Finding, warning } from '../finding.ts';
import { type Flow, flowOf } from '../flow.ts';
import { type Source, sourcesOf, stateKeysSetBy } from '../reads.ts';
import { outputsOf } from '../step-traits.ts';
import type { World } from './world.ts';

/** Finds faults of templates: those that cannot be parsed, and those that read what does not exist. */
export function* templateFindings(definition: Definition, world: World): Generator<Finding> {
  const flow = flowOf(definition);
  const filled = new Set([...(world.stateKeys ?? []), ...stateKeysSetBy(definition)]);
  const allowance = allowanceToCheck();
  for (const source of sourcesOf(definition)) {
    try {
      for (const read of readsOf(source.source, allowance))
        yield* readFindings(read, source, flow, filled, world);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const message = `The template cannot be read: ${error.message}.`;
      yield blocking('bad_template', { path: source.path, step: source.step, message });
    }
  }
}

const namespaces = ['event', 'answer', 'input', 'state', 'profile', 'identity', 'error', 'steps', 'table'];

function* readFindings(
  read: string[],
  { path, step }: Source,
  flow: Flow,
  filled: ReadonlySet<string>,
  world: World,
): Generator<Finding> {
  const [namespace = '', name, part, ...rest] = read;
  const warn = (code: string, message: string) => warning(code, { path, step, message });
  if (!namespaces.includes(namespace)) {
    yield warn('unknown_read', `There is no "${namespace}" to read; use one of ${namespaces.join(', ')}.`);
  } else if (namespace === 'table') {
    yield* tableFindings([name, part, ...rest], { path, step, source: '' }, world);
  } else if (name === undefined) {
    return;
  } else if (namespace === 'state' && !filled.has(name)) {
    yield warn('unset_state', `Nothing here sets the field "${name}" of the state; it may be empty.`);
  } else if (namespace === 'steps') {
    const target = flow.steps.get(name)?.step;
    const outputs = target ? outputsOf(target) : [];
    if (!target) {
      yield warn('unknown_read', `There is no step "${name}" whose output could be read; correct the id.`);
    } else if (outputs.length === 0) {
      yield warn('unknown_read', `The step "${name}" is a ${target.type}, which has no output.`);
    } else if (part !== undefined && !outputs.includes(part)) {
      yield warn('unknown_read', `The output of "${name}" has ${outputs.join(', ')}, but no "${part}".`);
    }
  }
}

function* tableFindings(
  [slug, part, ...rest]: (string | undefined)[],
  { path, step }: Source,
  world: World,
): Generator<Finding> {
  if (slug === undefined) {
    const message =
      'Name the table, as in {{ table.prices.first.amount }}; a name that is computed is not loaded.';
    yield warning('unknown_read', { path, step, message });
    return;
  }
  if (!Object.hasOwn(world.tables, slug)) {
    const message = `There is no table "${slug}"; correct its name or create it.`;
    yield blocking('unknown_table', { path, step, message });
    return;
  }
  if (part !== undefined && !['rows', 'first', 'count'].includes(part)) {
    const message = `A table has rows, first and count, but no "${part}".`;
    yield warning('unknown_read', { path, step, message });
  }
  const column =
    part === 'first' ? rest[0] : part === 'rows' && /^\d+$/.test(rest[0] ?? '') ? rest[1] : undefined;
  const { columns } = world.tables[slug]!;
  if (column !== undefined && columns && !columns.includes(column)) {
    const message = `The table "${slug}" has no column "${column}"; correct its name or add it.`;
    yield warning('unknown_column', { path, step, message });
  }
}
