import type { Log } from './log.ts';
import type { Notes } from './notes.ts';
import type { Session } from './wire.ts';

/** Shows what a session brings: what was said, and what was told of people where it was told. @param isFirst of this visitor here */
export function showPast(log: Log, notes: Notes, session: Session, isFirst: boolean): void {
  const { history, lead, seen } = session;
  const isNews = !log.isEmpty;
  for (const change of isFirst ? lead : []) {
    // A beginning of the history, as the log wants it: its order is that of recording, and not that of these times.
    const end = history.findIndex(({ created_at: at }) => at >= change.at);
    log.show(end < 0 ? history : history.slice(0, end), isNews, seen);
    notes.hold(change, change === lead.at(-1));
  }
  log.show(history, isNews, seen);
  notes.hold(session);
}
