import type { Log } from './log.ts';
import type { Notes } from './notes.ts';
import type { Session } from './wire.ts';

/** Shows what a session brings: what was said, and what was told of people where it was told. @param isFirst of this visitor here */
export function showPast(log: Log, notes: Notes, session: Session, isFirst: boolean): void {
  const { history, lead, seen } = session;
  const isNews = !log.isEmpty;
  for (const change of isFirst ? lead : []) {
    const before = history.filter(({ created_at: at }) => at < change.at);
    log.show(before, isNews, seen);
    notes.hold(change, change === lead.at(-1));
  }
  log.show(history, isNews, seen);
  notes.hold(session);
}
