import { faultOfExpression } from '../../expression/jsonata.ts';
import { allowanceToCheck, isTemplate, TemplateError } from '../../template/liquid.ts';
import type { Definition } from '../definition.ts';
import { blocking, type Finding } from '../finding.ts';
import { says } from '../finding-words.ts';
import { flowOf } from '../flow.ts';

/** Finds expressions that cannot be evaluated. Some take long to be read, so all of them share a time. */
export function* expressionFindings(definition: Definition): Generator<Finding> {
  const allowance = allowanceToCheck();
  for (const { step, path } of flowOf(definition).steps.values()) {
    if (step.type !== 'transform') continue;
    const details = { path: [...path, 'expression'], step: step.id };
    try {
      const fault = allowance.within(() => faultOfExpression(step.expression));
      if (!fault) continue;
      const where = fault.at === null ? '' : ` at character ${fault.at}`;
      const template = isTemplate(step.expression)
        ? ' An expression is no template: it reads what stands in "input", such as total for { "total": "{{ vars.total }}" }.'
        : '';
      const message = `The expression cannot be used${where}: ${fault.message}.${template}`;
      yield blocking('bad_expression', {
        ...details,
        ...says('expression_unusable', { fault: fault.message }),
        message,
      });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      yield blocking('bad_expression', { ...details, ...says('expressions_too_slow') });
      return;
    }
  }
}
