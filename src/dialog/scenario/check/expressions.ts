import { faultOfExpression } from '../../expression/jsonata.ts';
import { allowanceToCheck, TemplateError } from '../../template/liquid.ts';
import type { Definition } from '../definition.ts';
import { blocking, type Finding } from '../finding.ts';
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
      const message = `The expression cannot be used${where}: ${fault.message}.`;
      yield blocking('bad_expression', { ...details, message });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const message = 'All expressions take too long to be read together; make them simpler.';
      yield blocking('bad_expression', { ...details, message });
      return;
    }
  }
}
