import type { FastifyReply, FastifyRequest } from 'fastify';
import { readList } from './body.ts';
import { type FieldErrors, invalid } from './errors.ts';
import { readId } from './fields.ts';

/** The ids of a bulk deletion. @throws Refusal 400 with what is wrong, by index */
export function readIds(request: FastifyRequest): string[] {
  const errors: FieldErrors = {};
  const ids = readList(request, 'ids').map((value, index) => {
    const id = readId(value);
    if ('value' in id) return id.value;
    errors[String(index)] = id.errors;
    return '';
  });
  if (Object.keys(errors).length > 0) throw invalid({ ids: errors });
  return [...new Set(ids)];
}

/** `{"deleted", "not_found"}`; ids are written from their text, since a double would round the largest. */
export function sendDeletion(reply: FastifyReply, asked: string[], deleted: Set<string>): FastifyReply {
  const missing = asked.filter((id) => !deleted.has(id));
  return reply.type('application/json').send(`{"deleted":${deleted.size},"not_found":[${missing.join()}]}`);
}
