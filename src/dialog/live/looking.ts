import { showId } from '../../platform/ids.ts';
import type { Passing } from './announce.ts';

/**
 * That somebody looks at the conversation with a customer, for all who may answer customers.
 * @param person who looks, and need not be told @param seconds for how long they are shown so; 0: they have left
 */
export const lookingEvent = (
  { projectId, profileId }: { projectId: string; profileId: string },
  person: { id: string; email: string },
  seconds: number,
): Passing => ({
  ...{ projectId, event: 'looking', gate: 'serve', exceptPersonId: person.id },
  data: {
    profile_id: showId('profile', profileId),
    person_id: showId('owner', person.id),
    email: person.email,
    seconds,
  },
});
