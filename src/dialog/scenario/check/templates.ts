import { allowanceToCheck, readsOf, TemplateError } from '../../template/liquid.ts';
import type { Definition } from '../definition.ts';
import { blocking, type Finding, warning } from '../finding.ts';
import { says } from '../finding-words.ts';
import { type Flow, flowOf } from '../flow.ts';
import type { Placed } from '../placed.ts';
import type { Kind } from '../position.ts';
import { type Source, sourcesOf, stateKeysSetBy, varsSetBy } from '../reads.ts';
import { outputsOf } from '../step-traits.ts';
import { type HandedOver, handedOver } from './handed-over.ts';
import { mostSuggestions, type Readable, suggestionFor } from './readable.ts';
import { skippedBy } from './skipped.ts';
import type { World } from './world.ts';

/** Finds faults of templates: those that cannot be parsed, and those that read what does not exist. */
export function* templateFindings(definition: Definition, kind: Kind, world: World): Generator<Finding> {
  const flow = flowOf(definition);
  const filled: Filled = {
    kind,
    ...handedOver(flow),
    skipped: skippedBy(definition, kind),
    state: new Set([...(world.stateKeys ?? []), ...stateKeysSetBy(definition)]),
    vars: new Map([null, ...flow.flows.keys()].map((name) => [name, new Set(varsSetBy(definition, name))])),
    suggestions: mostSuggestions,
  };
  const allowance = allowanceToCheck();
  for (const source of sourcesOf(definition)) {
    try {
      for (const read of readsOf(source.source, allowance))
        yield* readFindings(read, source, flow, filled, world);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      yield blocking('bad_template', {
        path: source.path,
        step: source.step,
        ...says('template_unreadable', { fault: error.message }),
      });
    }
  }
}

type Said = ReturnType<typeof says>;

/** What is there to be read. */
interface Filled extends HandedOver {
  kind: Kind;
  state: ReadonlySet<string>;
  /** By flow. */
  vars: ReadonlyMap<string | null, ReadonlySet<string>>;
  skipped: ReturnType<typeof skippedBy>;
  /** How many more are sought. */
  suggestions: number;
}

/** What Liquid reads of every list and object besides its fields. */
const properties = ['size', 'first', 'last'];

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
  filled: Filled,
  world: World,
): Generator<Finding> {
  const [namespace = '', name, part, ...rest] = read;
  const own = flow.steps.get(step ?? '')?.list.flow ?? null;
  const warn = (code: string, said: Said) => warning(code, { path, step, ...said });
  /** With what was probably meant, which differs from what is read in its first two parts at most. */
  const unread = (code: string, parts: (string | undefined)[], said: Said) => {
    const suggestion =
      filled.suggestions-- > 0 ? suggestionFor(parts, readableIn(own, flow, filled, world)) : undefined;
    if (!suggestion) return warn(code, said);
    const asked = `${said.message} Did you mean {{ ${suggestion.instead} }}?`;
    return warning(code, { path, step, ...said, message: asked, suggestion });
  };
  if (namesOfItem.includes(namespace) && isOfItem(path)) return;
  if (namespace !== 'event' && isOverArrival(path, flow.steps.get(step ?? ''))) {
    yield warn('unknown_read', says('reads_arrival', { name: namespace }));
    return;
  }
  if (!namespaces.includes(namespace)) {
    const said = says('no_such_name', { name: namespace, known: namespaces.join(', ') });
    yield unread('unknown_read', [namespace, name], said);
  } else if (namespace === 'table') {
    yield* tableFindings([name, part, ...rest], { path, step, source: '' }, filled, world);
  } else if (name === undefined) {
    return;
  } else if (namespace === 'state' && !filled.state.has(name)) {
    yield unread('unset_state', [namespace, name], says('state_unset', { name }));
  } else if (namespace === 'vars' && step === null) {
    yield warn('unset_var', says('no_variables_yet'));
  } else if (namespace === 'vars' && !filled.vars.get(own)?.has(name)) {
    yield unread('unset_var', [namespace, name], says('var_unset', { name }));
  } else if (namespace === 'input') {
    yield* inputFindings(name, own, { path, step, source: '' }, filled);
  } else if (namespace === 'steps') {
    const placed = flow.steps.get(name);
    const target = placed?.step;
    const outputs = target ? outputsOf(target) : [];
    if (placed && placed.list.flow !== own) {
      yield warn('unknown_read', says('step_of_other_flow', { step: name }));
    } else if (!target) {
      yield unread('unknown_read', [namespace, name], says('no_step_to_read', { step: name }));
    } else if (outputs.length === 0) {
      yield warn('unknown_read', says('no_output', { step: name, type: target.type }));
    } else if (part !== undefined && !outputs.includes(part)) {
      yield warn(
        'unknown_read',
        says('no_such_output', { step: name, known: outputs.join(', '), name: part }),
      );
    } else {
      if (part === 'output' && target.type === 'call') {
        yield* outputFindings(rest[0], target.flow, { path, step, source: '' }, filled);
      }
      const start = filled.skipped(step, name);
      if (start !== undefined) {
        yield warn('skipped_step', says('step_skipped', { start, step: name }));
      }
    }
  }
}

/** The names that templates of a flow can read: `state.city`, `steps.ask`, `table.prices`. */
function readableIn(own: string | null, { steps }: Flow, { state, vars }: Filled, world: World): Readable {
  const outputs = [...steps].flatMap(([id, { step, list }]) =>
    list.flow === own && outputsOf(step).length > 0 ? [id] : [],
  );
  return {
    ...{ state: [...state], vars: [...(vars.get(own) ?? [])] },
    ...{ steps: outputs, table: Object.keys(world.tables) },
    namespaces,
  };
}

/** Finds reads of an input that nothing gives. What a workflow is started with is not written in it. */
function* inputFindings(
  name: string,
  own: string | null,
  { path, step }: Source,
  { kind, inputs }: Filled,
): Generator<Finding> {
  if (own === null) {
    if (kind === 'workflow') return;
    yield warning('unknown_read', { path, step, ...says('no_input') });
    return;
  }
  const given = inputs.get(own);
  if (!given || given.has(name) || properties.includes(name)) return;
  const message = `No call of the flow "${own}" gives it the input "${name}"; ${listed(given, 'they give', 'add it where it is called')}.`;
  yield warning('unknown_read', { path, step, ...says('input_not_given', { flow: own, name }), message });
}

/** Finds reads of what a called flow does not give back. */
function* outputFindings(
  name: string | undefined,
  called: string,
  { path, step }: Source,
  { outputs }: Filled,
): Generator<Finding> {
  const given = outputs.get(called);
  if (!given || name === undefined || given.has(name) || properties.includes(name)) return;
  const message = `The flow "${called}" gives back no output "${name}"; ${listed(given, 'it gives', 'give it in the "output" of an "end"')}.`;
  const said = says('output_not_given', { flow: called, name });
  yield warning('unknown_read', { path, step, ...said, message });
}

const listed = (names: ReadonlySet<string>, verb: string, otherwise: string): string =>
  names.size > 0 ? `${verb} ${[...names].join(', ')}` : otherwise;

/** Whether a template stands in the condition of a wait, which is looked at without the flow. */
function isOverArrival(path: Source['path'], placed: Placed | undefined): boolean {
  return placed?.step.type === 'wait_for' && path[placed.path.length + 1] === 'where';
}

function* tableFindings(
  [slug, part, ...rest]: (string | undefined)[],
  { path, step }: Source,
  filled: Filled,
  world: World,
): Generator<Finding> {
  if (slug === undefined) {
    yield warning('unknown_read', { path, step, ...says('table_unnamed') });
    return;
  }
  if (!Object.hasOwn(world.tables, slug)) {
    const suggestion =
      filled.suggestions-- > 0
        ? suggestionFor(['table', slug], { table: Object.keys(world.tables) })
        : undefined;
    const asked = suggestion ? ` Did you mean {{ ${suggestion.instead} }}?` : '';
    const said = says('no_such_table', { name: slug });
    const message = `${said.message}${asked}`;
    yield blocking('unknown_table', { path, step, ...said, message, ...(suggestion && { suggestion }) });
    return;
  }
  if (part !== undefined && !['rows', 'first', 'count'].includes(part)) {
    yield warning('unknown_read', { path, step, ...says('no_such_part', { name: part }) });
  }
  const column =
    part === 'first' ? rest[0] : part === 'rows' && /^\d+$/.test(rest[0] ?? '') ? rest[1] : undefined;
  const { columns } = world.tables[slug]!;
  if (column !== undefined && columns && !columns.includes(column)) {
    yield warning('unknown_column', { path, step, ...says('no_column_to_read', { name: slug, column }) });
  }
}
