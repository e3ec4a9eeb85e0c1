import type { Definition } from '../definition.ts';
import { blocking, type Finding } from '../finding.ts';
import { says } from '../finding-words.ts';
import { flowOf } from '../flow.ts';
import { workflowsStartedBy } from '../reads.ts';
import type { World } from './world.ts';

/**
 * Finds workflows that start each other in a circle. The workflows that a workflow starts are read from its published version;
 * for the workflow being checked they are read from the given definition.
 */
export function* startFindings(definition: Definition, world: World): Generator<Finding> {
  const starts = new Map(Object.entries(world.starts ?? {}));
  if (world.self !== undefined) starts.set(world.self, workflowsStartedBy(definition));
  for (const { step, path } of flowOf(definition).steps.values()) {
    if (step.type !== 'workflow') continue;
    const circle = circleFrom(step.workflow, starts);
    if (!circle) continue;
    const names = circle.map((slug) => `"${slug}"`).join(' starts ');
    yield blocking('starts_itself', {
      path: [...path, 'workflow'],
      step: step.id,
      ...says('starts_in_circle', { names }),
    });
  }
}

/** A circle that is reached by starting a workflow, with its first workflow again at the end; undefined if there is none. */
function circleFrom(slug: string, starts: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (at: string): string[] | undefined => {
    const before = way.indexOf(at);
    if (before >= 0) return [...way.slice(before), at];
    if (done.has(at)) return undefined;
    done.add(at);
    way.push(at);
    for (const next of starts.get(at) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    way.pop();
    return undefined;
  };
  return visit(slug);
}
