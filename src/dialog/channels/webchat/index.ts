import { z } from 'zod';
import { readId } from '../../../platform/ids.ts';
import { list, text } from '../../http/fields.ts';
import type { ChannelType } from '../channel-type.ts';
import { normalDomain } from './domains.ts';
import { record } from './transcript.ts';

const domain = text({ min: 1, max: 255 }).transform((value, ctx) => {
  const normal = normalDomain(value);
  if (normal !== undefined) return normal;
  ctx.addIssue({
    code: 'custom',
    message:
      'a domain is a host such as example.com, localhost:8080 or *.example.com, without https:// and without a path',
    input: value,
  });
  return z.NEVER;
});

/**
 * A chat on the owner's own website. A message has arrived once it is in the visitor's transcript, so nothing leaves
 * the server by itself: browsers come for it.
 */
export const webchat: ChannelType = {
  name: 'webchat',
  settings: z.object({
    allowed_domains: list(domain, { max: 100, default: [] }),
    title: text({ max: 100 }).optional(),
  }),
  secrets: [],
  newSecrets: () => ({}),
  faults: () => [],
  inside: true,
  // Without `begin`: done twice it is still one message, so a crash in the middle only has it done again.
  async deliver({ projectId, identityId, messageId, author, content, createdAt }, _begin, { database }) {
    await record(
      database,
      { projectId, identityId: readId('identity', identityId)! },
      { id: readId('message', messageId)!, author, content, createdAt },
    );
    return { state: 'succeeded' };
  },
};
