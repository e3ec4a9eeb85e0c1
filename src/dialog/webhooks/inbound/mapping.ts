import { type NamedIdentity, type Naming, namedIdentity } from '../../profiles/named-identities.ts';
import type { Json, JsonObject } from '../../template/json.ts';
import { type Allowance, render, renderText, type Scope } from '../../template/liquid.ts';
import type { EventTarget, IdentityTarget } from './target.ts';

/** The event that a call becomes. */
export interface MappedEvent {
  text: string;
  data: JsonObject;
}

/** A call cannot become the event that its receiver describes. The message is for people. */
export class MappingError extends Error {}

const longestText = 3000;

/**
 * Makes the event of a call.
 * @param scope `body` and `headers` of the call
 * @throws MappingError if it has no text
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
    text,
    data: render(target.data as JsonObject, scope, allowance) as JsonObject,
  };
}

/**
 * Reads for whom a call is.
 * @param scope `body` and `headers` of the call
 * @throws MappingError if it names no customer
 * @throws TemplateError
 */
export function mapIdentity(target: IdentityTarget, scope: Scope, allowance: Allowance): NamedIdentity {
  const rendered: unknown = render(target as Json, scope, allowance);
  const { channel_id, external_id } = Object(rendered) as Naming;
  const wholly = typeof rendered === 'string' ? { identity_id: rendered } : { channel_id, external_id };
  // What the call itself gives as a whole names somebody and asks for nothing more, such as to make them.
  const identity = namedIdentity(typeof target === 'string' ? wholly : (rendered as Naming));
  if (identity) return identity;
  throw new MappingError(
    'identity gives neither the id of an identity, nor a channel_id with an external_id, nor a value of a field',
  );
}
