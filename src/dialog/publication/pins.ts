import { z } from 'zod';
import { dict } from '../http/fields.ts';
import { type ValidationItem, valueError } from '../http/validation.ts';
import { type Finding, warning } from '../scenario/finding.ts';
import { says } from '../scenario/finding-words.ts';
import type { Flow } from '../scenario/flow.ts';
import { outputsOf } from '../scenario/step-traits.ts';
import { findingShape } from './shapes.ts';

/** Outputs that stand in for steps of a draft while it is tried. */

export const pinnedOutputs = dict({ default: {} }).describe(
  'Outputs by step. A step that is named here is not carried out: it has this output, and the next step follows.',
);

export const examplePins = {
  book: { status: 'succeeded', result: { order: 'TEST-1' }, error: null, job_id: null },
};

export const findingsWithPins = z
  .array(findingShape)
  .describe('Warnings of the check, and what the pinned outputs have that their steps would not give.');

/** Finds pins of steps that the draft has not, or that have no output. */
export function* pinFaults({ steps }: Flow, pinned: Record<string, unknown>): Generator<ValidationItem> {
  for (const [id, output] of Object.entries(pinned)) {
    const known = steps.get(id)?.step;
    if (known && outputsOf(known).length > 0) continue;
    const message = known ? `the step "${id}" has no output` : `there is no step "${id}"`;
    yield valueError(['body', 'pinned', id], message, output);
  }
}

/** Finds pinned outputs of a form that their steps never have: what is read of them would be empty in the trial, and not later. */
export function* pinFindings({ steps }: Flow, pinned: Record<string, unknown>): Generator<Finding> {
  for (const [id, output] of Object.entries(pinned)) {
    const { step } = steps.get(id)!;
    const outputs = outputsOf(step);
    const known = { type: step.type, known: outputs.join(', ') };
    if (typeof output !== 'object' || output === null || Array.isArray(output)) {
      yield warning('bad_pin', { path: ['pinned', id], step: id, ...says('pin_no_object', known) });
      continue;
    }
    for (const name of Object.keys(output)) {
      if (outputs.includes(name)) continue;
      yield warning('bad_pin', {
        path: ['pinned', id, name],
        step: id,
        ...says('pin_no_such_name', { ...known, name }),
      });
    }
  }
}
