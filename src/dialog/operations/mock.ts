import { render, type Scope, TemplateError } from '../scenario/template.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import type { Mock } from './definition.ts';
import { isTrue } from './templates.ts';

/** The sandbox leaves nothing open. */
type Rendered = Extract<TaskOutcome, { state: 'succeeded' | 'failed' }>;

/**
 * What an operation gives in the sandbox: the first variant whose `when` renders as true, otherwise the mock's result.
 * Nothing but the scope is looked at.
 */
export function renderMock(mock: Mock, scope: Scope): Rendered {
  try {
    const variant = mock.variants.find(({ when }) => when === undefined || isTrue(render(when, scope)));
    if (variant?.error) return { state: 'failed', error: variant.error };
    return { state: 'succeeded', result: render(variant?.result ?? mock.result, scope) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return {
      state: 'failed',
      error: { code: 'template_failed', message: `A template of the mock: ${error.message}.` },
    };
  }
}
