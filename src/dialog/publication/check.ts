import { Problem } from '../../platform/problem.ts';
import type { World } from '../scenario/check/world.ts';
import { checkDefinition, mostFindings } from '../scenario/check.ts';
import { readDefinition } from '../scenario/definition.ts';
import type { Finding } from '../scenario/finding.ts';
import type { Kind } from '../scenario/position.ts';

/**
 * Checks a definition before its publication.
 * @returns the findings, of which none is blocking
 * @throws Problem 409 `not_publishable`, with the findings, if one is blocking
 */
export function checkedForPublication(definition: unknown, kind: Kind, world: World): Finding[] {
  const findings = checkDefinition(definition, kind, world);
  const blocking = findings.filter((finding) => finding.severity === 'blocking').length;
  if (blocking === 0) return findings;
  const what = blocking === 1 ? 'one finding' : `${blocking} findings`;
  // After a fault of form the check stops, and a list of findings has a limit, so there may be more.
  const isAll = readDefinition(definition, kind).definition !== undefined && findings.length < mostFindings;
  const detail = isAll
    ? `${what.replace(/^o/, 'O')} must be mended before this ${kind} can be published; see "findings".`
    : `At least ${what} must be mended before this ${kind} can be published; see "findings". What else there is to find shows once these are mended.`;
  throw new Problem(409, 'not_publishable', detail, { fields: { findings } });
}
