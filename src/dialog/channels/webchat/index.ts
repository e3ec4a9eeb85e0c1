import { z } from 'zod';
import { readId } from '../../../platform/ids.ts';
import { laxInt, list, text } from '../../http/fields.ts';
import type { ChannelType } from '../channel-type.ts';
import { formerSecret, formerUntil, renewSigningSecret } from '../webhook-signing.ts';
import { appearance } from './appearance.ts';
import { normalDomain } from './domains.ts';
import { answerPress } from './press.ts';
import { revising } from './revise.ts';
import { saidContent } from './said.ts';
import { showSeen } from './seen.ts';
import { record } from './transcript.ts';
import { endTyping, typing } from './typing.ts';

/** As long as an operator can hold a dialog: 30 days. */
const mostCallMinutes = 30 * 24 * 60;

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

const mostUploadMb = 2048;
/** More is no limit. */
const mostPerMinute = 1_000_000;

const mediaTypes = text({ max: 255 }).refine(
  (value) => /^[a-z0-9][\w!#$&^.+-]*\/(?:\*|[\w!#$&^.+-]+)$/.test(value),
  'a media type in lower case such as application/pdf, or a kind such as image/*',
);

/**
 * A chat on the owner's own website. A message is delivered when it is in the visitor's transcript. The server sends nothing
 * out; browsers fetch it.
 */
export const webchat: ChannelType = {
  name: 'webchat',
  settings: z.object({
    allowed_domains: list(domain, { max: 100, default: [] }),
    ...appearance,
    /** How long a visitor's own call for a person holds the dialog; without it, until an operator releases it. */
    call_minutes: laxInt({ ge: 1, le: mostCallMinutes }).optional(),
    /** The largest file that visitors may send; 0 for none. */
    upload_mb: laxInt({ ge: 0, le: mostUploadMb }).optional(),
    /** What is taken from all visitors in a minute. */
    sessions_per_minute: laxInt({ ge: 1, le: mostPerMinute }).optional(),
    messages_per_minute: laxInt({ ge: 1, le: mostPerMinute }).optional(),
    /** More new visits, or messages, in a minute need a proof of work; 0 for all. Without it none is asked for. */
    proof_above: laxInt({ ge: 0, le: mostPerMinute }).optional(),
    /** Without it, all types but programs. */
    upload_types: list(mediaTypes, { min: 1, max: 50 }).optional(),
  }),
  secrets: [],
  // With it the page's own server says who its user is. It is made when an owner asks for it.
  madeSecrets: ['signing_secret'],
  hiddenSecrets: [formerSecret, formerUntil],
  newSecrets: () => ({}),
  renewSecrets: renewSigningSecret,
  faults: () => [],
  inside: true,
  typing,
  revising,
  showSeen,
  answerPress,
  // It never calls `begin`: delivering twice stores one message, so after a crash it is simply repeated.
  async deliver(
    { projectId, identityId, messageId, author, speaker, picture, content, attached, createdAt },
    _begin,
    { database },
  ) {
    const place = { projectId, identityId: readId('identity', identityId)! };
    if (author === 'operator') await endTyping(database, place);
    await record(database, place, {
      id: readId('message', messageId)!,
      author,
      content: saidContent(content, attached, { speaker, picture }),
      createdAt,
    });
    return { state: 'succeeded' };
  },
};
