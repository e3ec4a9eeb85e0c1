import type { FollowedEntry } from '../audit/read-on.ts';

/** Most bytes of the data of an event, so that a page of events stays small whatever an entry holds. */
const largestEvent = 4096;

/** A record of the audit log as the data of an event. */
function shownEntry(entry: FollowedEntry) {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: { type: entry.actorType, id: entry.actorId, name: entry.actorName },
    action: entry.action,
    subject: { type: entry.subjectType, id: entry.subjectId },
    environment: entry.environment,
    request_id: entry.requestId,
    data: entry.data,
  };
}

/** An entry as an event: its kind is the name, its number the id, to which a client that comes back refers. */
export function eventOf(entry: FollowedEntry): string {
  const shown = shownEntry(entry);
  const text = JSON.stringify(shown);
  const isLarge = Buffer.byteLength(text) > largestEvent;
  return eventText(
    entry.action,
    isLarge ? JSON.stringify({ ...shown, data: {}, data_left_out: true }) : text,
    entry.id,
  );
}

/** @param data JSON text without line breaks, as `JSON.stringify` writes it */
export function eventText(name: string, data: string, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;
}
