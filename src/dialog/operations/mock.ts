import type { TaskOutcome } from '../tasks/task.ts';
import { Allowance, render, type Scope, TemplateError } from '../template/liquid.ts';
import type { TemplateRules } from '../template/rules.ts';
import type { Mock } from './definition.ts';
import { isTrue } from './templates.ts';

/** In the sandbox every run succeeds or fails. */
type Rendered = Extract<TaskOutcome, { state: 'succeeded' | 'failed' }>;

/**
 * The result of an operation in the sandbox: the first variant whose `when` renders as true, otherwise the mock's result.
 * It depends on the scope only.
 */
export function renderMock(mock: Mock, scope: Scope, rules: TemplateRules): Rendered {
  const allowance = new Allowance(undefined, rules);
  try {
    const variant = mock.variants.find(
      ({ when }) => when === undefined || isTrue(render(when, scope, allowance)),
    );
    if (variant?.error) return { state: 'failed', error: variant.error };
    return { state: 'succeeded', result: render(variant?.result ?? mock.result, scope, allowance) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return {
      state: 'failed',
      error: { code: 'template_failed', message: `A template of the mock: ${error.message}.` },
    };
  }
}
