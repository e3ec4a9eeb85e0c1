import type { FastifyReply } from 'fastify';
import { jsonText, jsonTexts } from '../platform/json-text.ts';
import { unfinished } from './errors.ts';
import { faultOf } from './steps.ts';

/** Answers `{"deleted", "not_found"}`. Ids are written from their text, because a double would round the largest ones. */
export function sendDeletion(reply: FastifyReply, asked: string[], deleted: Set<string>): FastifyReply {
  const missing = asked.filter((id) => !deleted.has(id));
  return reply
    .type('application/json')
    .send(jsonText({ deleted: deleted.size, not_found: jsonTexts(missing) }));
}

/**
 * Runs a deletion of many steps.
 * @param deleted the ids of deleted records; each step adds its own
 * @throws Refusal 503 with the number of deleted records, if the database failed; a repeated call deletes the rest
 */
export async function inSteps(deleted: Set<string>, work: () => Promise<void>): Promise<Set<string>> {
  const fault = await faultOf(work);
  if (fault) throw unfinished({ deleted: deleted.size }, fault);
  return deleted;
}
