import { z } from 'zod';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import { type Content, storedContent } from './content.ts';

const payload = z.object({
  ...storedContent,
  /** Who says it; absent for a client of the project API. */
  author: z.enum(['scenario', 'operator']).optional(),
  /** The step, the key or the operator. Absent in tasks of earlier versions, and for sentences of the service itself. */
  by: z
    .union([
      z.object({ workflow: z.string().nullable(), version: z.number(), step: z.string() }),
      z.object({ key: z.string() }),
      z.object({ email: z.string() }),
    ])
    .optional(),
});
export type MessagePayload = z.infer<typeof payload>;

const messageLanes = lanesOf('message');

/** A message to an identity. Messages to one identity are sent in the order in which they were accepted. */
export const message = defineKind({
  name: 'message',
  payload,
  needsIdentity: true,
  lane: ({ identityId }) => messageLanes.of(identityId),
});

/** The part of the payload to be delivered. */
export function contentOf({ author: _author, by: _by, ...content }: MessagePayload): Content {
  return content;
}
