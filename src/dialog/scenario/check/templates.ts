import { allowanceToCheck, readsOf, TemplateError } from '../../template/liquid.ts';
import type { Definition } from '../definition.ts';
import { blocking, type Finding, warning } from '../finding.ts';
import { type Flow, flowOf } from '../flow.ts';
import type { Placed } from '../placed.ts';
import { type Source, sourcesOf, stateKeysSetBy, varsSetBy } from '../reads.ts';
import { outputsOf } from '../step-traits.ts';
import type { World } from './world.ts';

/** Finds faults of templates: those that cannot be parsed, and those that read what does not exist. */
export function* templateFindings(definition: Definition, world: World): Generator<Finding> {
  const flow = flowOf(definition);
  const filled = {
    state: new Set([...(world.stateKeys ?? []), ...stateKeysSetBy(definition)]),
    vars: new Map([null, ...flow.flows.keys()].map((name) => [name, new Set(varsSetBy(definition, name))])),
  };
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

const namespaces = [
  'event',
  'answer',
  'input',
  'state',
  'vars',
  'profile',
  'identity',
  'error',
  'steps',
  'table',
];

/** What the texts and values of a choice made of a list read besides. */
const namesOfItem = ['item', 'index'];
const isOfItem = (path: Source['path']): boolean => {
  const field = path[path.indexOf('options_from') + 1];
  return path.includes('options_from') && (field === 'text' || field === 'value');
};

function* readFindings(
  read: string[],
  { path, step }: Source,
  flow: Flow,
  filled: { state: ReadonlySet<string>; vars: ReadonlyMap<string | null, ReadonlySet<string>> },
  world: World,
): Generator<Finding> {
  const [namespace = '', name, part, ...rest] = read;
  const own = flow.steps.get(step ?? '')?.list.flow ?? null;
  const warn = (code: string, message: string) => warning(code, { path, step, message });
  if (namesOfItem.includes(namespace) && isOfItem(path)) return;
  if (namespace !== 'event' && isOverArrival(path, flow.steps.get(step ?? ''))) {
    yield warn(
      'unknown_read',
      `The condition reads what arrives, as "event", and no "${namespace}"; compare with what the flow knows in "match".`,
    );
    return;
  }
  if (!namespaces.includes(namespace)) {
    yield warn('unknown_read', `There is no "${namespace}" to read; use one of ${namespaces.join(', ')}.`);
  } else if (namespace === 'table') {
    yield* tableFindings([name, part, ...rest], { path, step, source: '' }, world);
  } else if (name === undefined) {
    return;
  } else if (namespace === 'state' && !filled.state.has(name)) {
    yield warn('unset_state', `Nothing here sets the field "${name}" of the state; it may be empty.`);
  } else if (namespace === 'vars' && step === null) {
    yield warn('unset_var', 'A trigger is tried before its flow begins, so there are no variables to read.');
  } else if (namespace === 'vars' && !filled.vars.get(own)?.has(name)) {
    yield warn(
      'unset_var',
      `Nothing here sets the variable "${name}"; give it in "vars", or set it in a step.`,
    );
  } else if (namespace === 'steps') {
    const placed = flow.steps.get(name);
    const target = placed?.step;
    const outputs = target ? outputsOf(target) : [];
    if (placed && placed.list.flow !== own) {
      const message = `The step "${name}" stands in another flow; flows read of each other the "input" and the "output" of a call.`;
      yield warn('unknown_read', message);
    } else if (!target) {
      yield warn('unknown_read', `There is no step "${name}" whose output could be read; correct the id.`);
    } else if (outputs.length === 0) {
      yield warn('unknown_read', `The step "${name}" is a ${target.type}, which has no output.`);
    } else if (part !== undefined && !outputs.includes(part)) {
      yield warn('unknown_read', `The output of "${name}" has ${outputs.join(', ')}, but no "${part}".`);
    }
  }
}

/** Whether a template stands in the condition of a wait, which is looked at without the flow. */
function isOverArrival(path: Source['path'], placed: Placed | undefined): boolean {
  return placed?.step.type === 'wait_for' && path[placed.path.length + 1] === 'where';
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
