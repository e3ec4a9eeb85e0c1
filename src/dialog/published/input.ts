import { parseExactly } from '../../platform/exact-json.ts';
import { readId } from '../../platform/ids.ts';
import { holdsUnstorable, losslessMembers } from '../http/json-body.ts';
import { unstorable } from '../http/unstorable.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { Allowance, longestInRequest, render, TemplateError } from '../template/liquid.ts';
import type { TemplateRules } from '../template/rules.ts';
import { storable } from '../template/storable.ts';
import type { VersionContent } from './versions.ts';

/** The input of a call's target. */
export interface TargetInput {
  value: JsonObject;
  /** The same as JSON text. Without a mapping it has all digits that the client sent. */
  text: string;
  /** The customer that the call is for. */
  identityId: string | null;
}

const longestInput = 2 ** 20;

/**
 * Makes the input of the target from the body of a call, which has passed the method's schema. Unknown fields are dropped, and
 * missing ones get their defaults.
 * @throws ValidationProblem if that cannot be done
 */
export function targetInput(
  {
    definition: { input, mapping, identity },
    templateRules,
  }: Pick<VersionContent, 'definition' | 'templateRules'>,
  body: Record<string, unknown>,
  bodyText: string,
): TargetInput {
  // Templates get all digits; the target's own schema is for numbers.
  const sent = mapping === null ? body : (parseExactly(bodyText, body) as Record<string, unknown>);
  const value = Object.fromEntries(
    input
      .filter(({ name, default: standard }) => Object.hasOwn(sent, name) || standard !== undefined)
      .map(({ name, default: standard }) => [
        name,
        (Object.hasOwn(sent, name) ? sent[name] : standard) as Json,
      ]),
  );
  const customer = identity === null ? undefined : value[identity];
  const identityId = typeof customer === 'string' ? (readId('identity', customer) ?? noIdentity) : null;
  if (mapping === null) return { value, text: textOf(value, bodyText), identityId };
  const mapped = map(mapping, value, templateRules);
  return { ...mapped, identityId };
}

function textOf(value: JsonObject, bodyText: string): string {
  const sent = losslessMembers(bodyText);
  const members = Object.entries(value).map(([name, standard]) => {
    const text = sent.get(name) ?? JSON.stringify(standard);
    // Of two members with the same name, the parsed body that was checked before has only one.
    if (holdsUnstorable(text)) throw new ValidationProblem([valueError(['body', name], unstorable, null)]);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}}`;
}

function map(
  mapping: JsonObject,
  input: JsonObject,
  rules: TemplateRules,
): { value: JsonObject; text: string } {
  try {
    const allowance = new Allowance(longestInRequest, rules);
    const value = storable(render(mapping, { input }, allowance)) as JsonObject;
    const text = JSON.stringify(value);
    if (text.length <= longestInput) return { value, text };
    throw refused(`what the method makes of this input has more than ${longestInput} characters`);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw refused(`the method cannot work with this input: ${error.message}`);
  }
}

const refused = (message: string) => new ValidationProblem([valueError(['body'], message, null)]);
