import type { Shape } from '../api/shapes.ts';

/** Failures of one kind, in one place and for one reason. */
export type Failures = Shape<'FailureGroup'>;

/** In their order on the page: what a customer waits for comes first. */
export const failureKinds = ['message', 'dialog', 'run', 'job'] as const satisfies Failures['kind'][];

/** Tells groups apart. */
export const keyOf = ({ kind, place, code }: Failures) => `${kind} ${place} ${code}`;

/** The newest failures of a list, newest first, that belong to a group. */
export const among = <Item extends { error: { code: string } | null }>(
  items: readonly Item[],
  { code, count }: Failures,
): Item[] => items.filter(({ error }) => (error?.code ?? null) === code).slice(0, count);

/** What an item of the readiness is about: `warehouse` of `subscription:warehouse`. */
export const slugOf = (id: string) => id.slice(id.indexOf(':') + 1);
