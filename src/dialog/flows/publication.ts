import { Problem } from '../../platform/problem.ts';
import type { World } from '../scenario/check/world.ts';
import { checkDefinition } from '../scenario/check.ts';
import type { Finding } from '../scenario/finding.ts';
import type { Kind } from '../scenario/position.ts';

/**
 * What the check of a definition found, where it may be published with it.
 * @throws Problem 409 `not_publishable`, with the findings, where one of them is blocking.
 */
export function checkedForPublication(definition: unknown, kind: Kind, world: World): Finding[] {
  const findings = checkDefinition(definition, kind, world);
  const blocking = findings.filter((finding) => finding.severity === 'blocking').length;
  if (blocking === 0) return findings;
  const what = blocking === 1 ? 'One finding' : `${blocking} findings`;
  const detail = `${what} must be mended before this ${kind} can be published; see "findings".`;
  throw new Problem(409, 'not_publishable', detail, { fields: { findings } });
}
