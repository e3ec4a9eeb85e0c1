import { z } from 'zod';
import type { Database } from '../../../platform/postgres.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { text } from '../../http/fields.ts';
import { ValidationProblem, valueError } from '../../http/validation.ts';
import { learn } from './about.ts';
import type { FormField } from './appearance.ts';
import { type About, mailAddress } from './known.ts';
import { limitChat, limits } from './limits.ts';

/** Takes what a visitor has answered to the form of a chat. It goes into their profile, which comes with their first message. */
export const sayAbout = endpoint(
  {
    params: z.object({ channel_id: z.string() }),
    body: z.object({ values: z.record(z.string(), text({ max: 500 })) }),
  },
  async (request, reply, parts: { database: Database; limiter: RateLimiter; vault: Vault }) => {
    const { chat, visitor, body, id } = request;
    await limitChat(parts, limits.messages, request);
    await learn(parts.database, chat, visitor, answersTo(chat.look.form ?? [], body.values), id);
    return reply.code(204).send();
  },
);

/** @throws ValidationProblem for what was not asked, is missing, or is no mail address */
function answersTo(form: readonly FormField[], values: Record<string, string>): About {
  const about: About = { state: {} };
  const rest = new Map(Object.entries(values));
  for (const { type, key, required } of form) {
    const name = key ?? type;
    const value = rest.get(name)?.trim() ?? '';
    rest.delete(name);
    if (!value && required) throw refusal(name, 'is needed', value);
    if (!value) continue;
    if (type === 'mail' && !mailAddress.test(value)) throw refusal(name, 'is no mail address', value);
    if (type === 'name') about.name = value.slice(0, longestName);
    else if (type === 'text') about.state![name] = value;
    else about[type] = value;
  }
  const [strange] = rest.keys();
  if (strange !== undefined) throw refusal(strange, 'was not asked', values[strange]);
  return about;
}

const longestName = 100;

const refusal = (name: string, why: string, value: unknown) =>
  new ValidationProblem([valueError(['body', 'values', name], why, value)]);
