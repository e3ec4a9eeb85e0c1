import { showId } from '../../platform/ids.ts';
import { system } from '../audit/entry.ts';
import type { Performer } from '../flows/calls.ts';
import { namedIdentity } from '../profiles/named-identities.ts';
import type { TurnOptions } from './turns.ts';
import { findWhom } from './whom.ts';

/**
 * Says something to a customer whom a step names. A flow in the sandbox sends nothing to real customers, and a live one nothing to
 * those of the sandbox.
 */
export function tellCustomer({ refusal }: Pick<TurnOptions, 'refusal'>): Performer<'message'> {
  return async ({ tx, outbox }, { identity: naming, said, step }, caller) => {
    const { projectId, environment, requestId } = caller;
    const identity = namedIdentity(naming);
    if (!identity) return failed('identity_not_found', namesNobody);
    const meant = { projectId, identity, environment, actor: system, requestId };
    const [whom] = await findWhom(tx, outbox, [meant]);
    if ('fault' in whom!) return failed(whom.fault.code, whom.fault.message);
    const { found } = whom!;
    const contents = said.by[found.channelType] ?? said.otherwise;
    const refused = contents
      .map((content) => refusal(content, found.channelType))
      .find((why) => why !== null);
    if (refused) return failed('bad_message', `The message cannot be sent: ${refused}`);
    const to = {
      identityId: found.id,
      environment: environment === 'live' ? found.environment : ('sandbox' as const),
    };
    return {
      ...{ status: 'succeeded', result: { identity_id: showId('identity', found.id) }, error: null },
      says: contents.map((content) => ({ message: { ...content, step }, to })),
    };
  };
}

const namesNobody =
  'The "identity" of the step gives neither an identity_id, nor a channel_id with an external_id, nor a value of a field.';

function failed(code: string, message: string) {
  return { status: 'failed' as const, result: null, error: { code, message } };
}
