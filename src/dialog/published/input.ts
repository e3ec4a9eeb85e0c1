import { readId } from '../../platform/ids.ts';
import { holdsUnstorable, losslessMembers } from '../http/json-body.ts';
import { unstorable, ValidationProblem, valueError } from '../http/validation.ts';
import { storable } from '../operations/storable.ts';
import { noIdentity } from '../profiles/identities.ts';
import { type Json, type JsonObject, render, TemplateError } from '../scenario/template.ts';
import type { MethodDefinition } from './definition.ts';

/** What a call makes its target do. */
export interface TargetInput {
  value: JsonObject;
  /** The same as JSON text; where nothing maps it, with every digit that the client sent. */
  text: string;
  /** The customer whom the call concerns. */
  identityId: string | null;
}

const longestInput = 2 ** 20;

/**
 * Makes the input of the target out of the body of a call, which fits the method's schema. Fields that the method does
 * not know are left behind, and defaults stand for those that are missing.
 * @throws ValidationProblem where that cannot be done
 */
export function targetInput(
  { input, mapping, identity }: MethodDefinition,
  body: Record<string, unknown>,
  bodyText: string,
): TargetInput {
  const value = Object.fromEntries(
    input
      .filter(({ name, default: standard }) => Object.hasOwn(body, name) || standard !== undefined)
      .map(({ name, default: standard }) => [
        name,
        (Object.hasOwn(body, name) ? body[name] : standard) as Json,
      ]),
  );
  const customer = identity === null ? undefined : value[identity];
  const identityId = typeof customer === 'string' ? (readId('identity', customer) ?? noIdentity) : null;
  if (mapping === null) return { value, text: textOf(value, bodyText), identityId };
  const mapped = map(mapping, value);
  return { ...mapped, identityId };
}

function textOf(value: JsonObject, bodyText: string): string {
  const sent = losslessMembers(bodyText);
  const members = Object.entries(value).map(([name, standard]) => {
    const text = sent.get(name) ?? JSON.stringify(standard);
    // Of two members with the same name the parsed body, which was checked before, holds only one.
    if (holdsUnstorable(text)) throw new ValidationProblem([valueError(['body', name], unstorable, null)]);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}}`;
}

function map(mapping: JsonObject, input: JsonObject): { value: JsonObject; text: string } {
  try {
    const value = storable(render(mapping, { input })) as JsonObject;
    const text = JSON.stringify(value);
    if (text.length <= longestInput) return { value, text };
    throw refused(`what the method makes of this input has more than ${longestInput} characters`);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw refused(`the method cannot work with this input: ${error.message}`);
  }
}

const refused = (message: string) => new ValidationProblem([valueError(['body'], message, null)]);
