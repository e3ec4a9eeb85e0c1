import type { Json, JsonObject } from '../document/json.ts';

/** The kinds of a condition, as an author chooses them. */
export const conditionKinds = [
  ...[
    'eq',
    'ne',
    'lt',
    'lte',
    'gt',
    'gte',
    'contains',
    'starts_with',
    'in',
    'matches',
    'is_empty',
    'not_empty',
  ],
  ...['tag', 'within', 'all', 'any', 'not'],
] as const;
export type ConditionKind = (typeof conditionKinds)[number];

const shapes = ['all', 'any', 'not', 'tag', 'within'] as const;

/** The kind of a condition; that of an unknown operator is the operator. */
export const kindOf = (condition: JsonObject): ConditionKind =>
  shapes.find((name) => Object.hasOwn(condition, name)) ??
  (condition.op as ConditionKind | undefined) ??
  'eq';

const first: JsonObject = { left: '', op: 'eq', right: '' };

/** A condition of another kind that keeps what fits. */
export function asKind(condition: JsonObject, kind: ConditionKind): JsonObject {
  const { left = '', right = '' } = condition;
  switch (kind) {
    case 'all':
    case 'any': {
      const parts: Json = condition.all ?? condition.any ?? [condition];
      return { [kind]: parts };
    }
    case 'not':
      return { not: condition };
    case 'tag':
      return { tag: '' };
    case 'within':
      return { within: 'hours' };
    case 'is_empty':
    case 'not_empty':
      return { left, op: kind };
    default:
      return { left, op: kind, right };
  }
}

/** Whether two sides may be compared as numbers or dates. */
export const comparesValues = (kind: ConditionKind): boolean =>
  ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in'].includes(kind);

export const firstCondition = first;
