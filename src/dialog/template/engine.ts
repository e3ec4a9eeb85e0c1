import { CaptureTag, type Context, Liquid, type LiquidOptions, type Template } from 'liquidjs';
import type { Allowance } from './allowance.ts';
import { allowanceOf, BoundedContext } from './context.ts';
import { boundFilters } from './filters.ts';
import { boundOperators } from './operators.ts';

/**
 * The template engine: liquidjs without files, and with limits on every repetition. liquidjs' own limits do not apply inside
 * filters and operators, and one of these can take seconds for a few thousand items.
 */

/** Most characters of a template. */
export const longestTemplate = 20_000;

/** The tags that read files are removed; this is a second protection. */
const noFiles = {
  readFileSync: () => '',
  readFile: async () => '',
  existsSync: () => false,
  exists: async () => false,
  contains: async () => false,
  containsSync: () => false,
  resolve: (_folder: string, file: string) => file,
};

/** Makes an engine. @param options in which it differs from other engines */
export function boundedEngine(options: LiquidOptions): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: longestTemplate,
    timezoneOffset: 0,
    relativeReference: false,
    fs: noFiles,
    operators: boundOperators,
    ...options,
  });
  for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag];
  engine.registerTag('capture', BoundedCapture);
  boundFilters(engine);
  return engine;
}

/** Renders a parsed template. @throws TemplateError, or an error of liquidjs that wraps it */
export function renderBounded(
  engine: Liquid,
  template: Template[],
  scope: object,
  allowance: Allowance,
): unknown {
  // A copy, because {% increment %} writes into it.
  return engine.renderSync(template, new BoundedContext(engine, { ...scope }, allowance));
}

/** Captured text can be used many times, so its length is counted. */
class BoundedCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context);
    const captured = (context.bottom() as Record<string, unknown>)[this.variable];
    allowanceOf(context).make(String(captured ?? '').length);
  }
}
