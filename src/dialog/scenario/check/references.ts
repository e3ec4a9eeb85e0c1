import type { Json } from '../../template/json.ts';
import type { Definition } from '../definition.ts';
import { blocking, type Finding, warning } from '../finding.ts';
import { says } from '../finding-words.ts';
import { flowOf } from '../flow.ts';
import type { Placed } from '../placed.ts';
import type { StepOf } from '../step-types.ts';
import type { World } from './world.ts';

/** Finds references to what the project does not have: operations, tables, columns, workflows, receivers. */
export function* referenceFindings(definition: Definition, world: World): Generator<Finding> {
  for (const [i, trigger] of definition.triggers.entries()) {
    if (trigger.type !== 'receiver' || world.receivers.includes(trigger.receiver)) continue;
    yield unknownReceiver(trigger.receiver, { path: ['triggers', i, 'receiver'] });
  }
  for (const { step, path } of flowOf(definition).steps.values()) {
    switch (step.type) {
      case 'operation':
      case 'payment':
        yield* operationFindings(step, path, world);
        break;
      case 'workflow':
        if (!world.workflows.includes(step.workflow)) {
          yield blocking('unknown_workflow', {
            path: [...path, 'workflow'],
            step: step.id,
            ...says('no_such_workflow', { name: step.workflow }),
          });
        }
        break;
      case 'table_read':
      case 'table_write':
        yield* tableFindings(step, path, world);
        break;
      case 'wait_for':
        if (step.receiver && !world.receivers.includes(step.receiver.slug)) {
          yield unknownReceiver(step.receiver.slug, { path: [...path, 'receiver', 'slug'], step: step.id });
        }
        break;
      case 'message':
      case 'question':
      case 'choice':
      case 'condition':
      case 'set':
      case 'tag':
      case 'transform':
      case 'delay':
      case 'handover':
      case 'call':
      case 'parallel':
      case 'for_each':
      case 'goto':
      case 'end':
        break;
      default:
        step satisfies never;
    }
  }
}

function unknownReceiver(slug: string, at: Pick<Finding, 'path'> & { step?: string }): Finding {
  return blocking('unknown_receiver', { ...at, ...says('no_such_receiver', { name: slug }) });
}

function* operationFindings(
  { id, type, operation, input, on_failed }: StepOf<'operation' | 'payment'>,
  path: Placed['path'],
  world: World,
): Generator<Finding> {
  if (!Object.hasOwn(world.operations, operation)) {
    yield blocking('unknown_operation', {
      path: [...path, 'operation'],
      step: id,
      ...says('no_such_operation', { name: operation }),
    });
    return;
  }
  const { kind, inputs, required = [], environments } = world.operations[operation]!;
  // With a branch for failures the flow continues.
  const refused = on_failed === undefined ? blocking : warning;
  if (world.environment && environments && !environments.includes(world.environment)) {
    yield refused('environment_not_available', {
      path: [...path, 'operation'],
      step: id,
      ...says('operation_elsewhere', { environment: world.environment, name: operation }),
    });
  }
  // The value of an expression is known only when it runs.
  const given = keysOf(input);
  for (const key of typeof input === 'string' ? [] : required.filter((key) => !given.includes(key))) {
    yield refused('missing_input', {
      path: [...path, 'input'],
      step: id,
      ...says('input_missing', { name: operation, input: key }),
    });
  }
  if ((kind === 'payment') !== (type === 'payment')) {
    yield blocking('wrong_operation_kind', {
      path: [...path, 'operation'],
      step: id,
      ...says(type === 'payment' ? 'takes_no_payments' : 'takes_payments', { name: operation }),
    });
  }
  for (const key of keysOf(input)) {
    if (!inputs || inputs.includes(key)) continue;
    yield blocking('unknown_input', {
      path: [...path, 'input', key],
      step: id,
      ...says('no_such_input', { name: operation, input: key, known: inputs.join(', ') || 'none' }),
    });
  }
}

function* tableFindings(
  step: StepOf<'table_read' | 'table_write'>,
  path: Placed['path'],
  world: World,
): Generator<Finding> {
  if (!Object.hasOwn(world.tables, step.table)) {
    yield blocking('unknown_table', {
      path: [...path, 'table'],
      step: step.id,
      ...says('no_such_table', { name: step.table }),
    });
    return;
  }
  const { columns, required = [] } = world.tables[step.table]!;
  if (step.type === 'table_write') yield* missingColumns(step, path, required);
  if (!columns) return;
  for (const [column, where] of columnsIn(step)) {
    if (columns.includes(column)) continue;
    yield blocking('unknown_column', {
      path: [...path, ...where],
      step: step.id,
      ...says('no_such_column', { name: step.table, column, known: columns.join(', ') || 'none' }),
    });
  }
}

/** Finds rows that the table would refuse, because they lack a column that it requires. Rows to delete need only their key. */
function* missingColumns(
  { id, table, action, row, rows }: StepOf<'table_write'>,
  path: Placed['path'],
  required: readonly string[],
): Generator<Finding> {
  if (action === 'delete') return;
  const written: [Json, Placed['path']][] =
    row !== undefined
      ? [[row, ['row']]]
      : (Array.isArray(rows) ? rows : []).map((each, i) => [each, ['rows', i]]);
  for (const [given, at] of written) {
    // What an expression gives is known only when it runs.
    if (typeof given === 'string') continue;
    const columns = keysOf(given);
    for (const column of required.filter((each) => !columns.includes(each))) {
      yield blocking('missing_column', {
        path: [...path, ...at],
        step: id,
        ...says('column_missing', { name: table, column }),
      });
    }
  }
}

function* columnsIn(step: StepOf<'table_read' | 'table_write'>): Generator<[string, (string | number)[]]> {
  if (step.type === 'table_read') {
    for (const [i, { column }] of (step.where ?? []).entries()) yield [column, ['where', i, 'column']];
    for (const [i, { column }] of (step.sort ?? []).entries()) yield [column, ['sort', i, 'column']];
    return;
  }
  for (const [i, column] of (step.key ?? []).entries()) yield [column, ['key', i]];
  for (const column of keysOf(step.row)) yield [column, ['row', column]];
  for (const [i, row] of (Array.isArray(step.rows) ? step.rows : []).entries()) {
    for (const column of keysOf(row)) yield [column, ['rows', i, column]];
  }
}

/** The names in an object; none if an expression renders it. */
function keysOf(value: Json | undefined): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}
