import { Context, type Liquid } from 'liquidjs';
import type { Allowance } from './allowance.ts';

/**
 * The scope of a template. Each look-up of a variable counts as a step. So does each round of a loop or a filter, because every
 * round opens a scope or reads a property.
 */
export class BoundedContext extends Context {
  readonly allowance: Allowance;

  constructor(engine: Liquid, scope: object, allowance: Allowance) {
    const asLimiter = { check: () => allowance.longStep(), use: (count: number) => allowance.make(count) };
    const limiter = asLimiter as unknown as Context['renderLimit'];
    super(
      scope,
      engine.options,
      { sync: true },
      { memoryLimit: limiter, renderLimit: limiter, liquid: engine },
    );
    this.allowance = allowance;
  }

  override push(scope: object): number {
    this.allowance.step();
    return super.push(scope);
  }

  override spawn(scope: object = {}): Context {
    this.allowance.step();
    return new BoundedContext(this.liquid, scope, this.allowance);
  }

  override readProperty(...args: Parameters<Context['readProperty']>): unknown {
    this.allowance.step();
    return super.readProperty(...args);
  }
}

/** The allowance of the template being rendered. */
export function allowanceOf(context: Context): Allowance {
  return (context as BoundedContext).allowance;
}

/** The `this` with which liquidjs calls a filter. */
export interface FilterCall {
  context: Context;
}
/** A filter; one that is a generator yields what it waits for. */
export type FilterHandler = (this: FilterCall, value: unknown, ...args: unknown[]) => unknown;
