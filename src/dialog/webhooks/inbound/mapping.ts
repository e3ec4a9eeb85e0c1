import { type NamedIdentity, namedIdentity } from '../../profiles/named-identities.ts';
import type { JsonObject } from '../../template/json.ts';
import { type Allowance, render, renderText, type Scope } from '../../template/liquid.ts';
import type { EventTarget } from './target.ts';

/** The event that a call becomes: its customer and its text. */
export interface MappedEvent {
  identity: NamedIdentity;
  text: string;
  data: JsonObject;
}

/** A call cannot become the event that its receiver describes. The message is for people. */
export class MappingError extends Error {}

const longestText = 3000;

/**
 * Makes the event of a call.
 * @param scope `body` and `headers` of the call
 * @throws MappingError if it names no customer or has no text
 * @throws TemplateError
 */
export function mapEvent(target: EventTarget, scope: Scope, allowance: Allowance): MappedEvent {
  const text = renderText(target.text, scope, allowance);
  const length = [...text].length;
  if (length < 1 || length > longestText) {
    throw new MappingError(`text must have 1 to ${longestText} characters, it has ${length}`);
  }
  if (/\p{Surrogate}/u.test(text)) throw new MappingError('text holds half a surrogate pair');
  return {
    identity: identityOf(render(target.identity, scope, allowance)),
    text,
    data: render(target.data as JsonObject, scope, allowance) as JsonObject,
  };
}

function identityOf(rendered: unknown): NamedIdentity {
  const { channel_id, external_id } = Object(rendered) as JsonObject;
  const identity = namedIdentity(
    typeof rendered === 'string' ? { identity_id: rendered } : { channel_id, external_id },
  );
  if (identity) return identity;
  throw new MappingError('identity gives neither the id of an identity nor a channel_id with an external_id');
}
