import { showId } from '../../platform/ids.ts';
import type { Passing } from './announce.ts';

/** For how long somebody is shown as typing after they said so. */
export const typingSeconds = 6;

/**
 * That somebody types in the dialog with an account of a customer, for all who may answer customers.
 * @param person who types, and need not be told; the customer if absent
 */
export function typingEvent(
  { projectId, identityId, profileId }: { projectId: string; identityId: string; profileId: string },
  person?: { id: string; email: string },
): Passing {
  return {
    ...{ projectId, event: 'typing', gate: 'serve' },
    ...(person && { exceptPersonId: person.id }),
    data: {
      identity_id: showId('identity', identityId),
      profile_id: showId('profile', profileId),
      author: person ? 'operator' : 'customer',
      ...(person && { person_id: showId('owner', person.id), email: person.email }),
      seconds: typingSeconds,
    },
  };
}
