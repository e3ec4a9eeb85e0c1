import { showId } from '../../platform/ids.ts';
import type { LiveStreams } from '../live/streams.ts';

/** Whoever says nothing for this long is no longer there. */
const goneAfterMs = 30_000;
const event = 'draft_presence';

/** A draft of a project: its scenario's, or that of a workflow. */
export interface DraftPlace {
  projectId: string;
  subject: { type: 'scenario' | 'workflow'; id: string };
}

/** Somebody who works on a draft. */
export interface Editor {
  person_id: string;
  email: string;
  /** The step that they look at. */
  step: string | null;
  seen_at: string;
}

/** By our own clock, because those of other machines may be wrong. */
interface Heard {
  editor: Editor;
  at: number;
}

/** What is told of an editor. */
interface Told extends Editor {
  subject: DraftPlace['subject'];
  /** False when they leave. */
  here: boolean;
}

/**
 * Who works on which draft at the moment, known in every process from what is told on the live streams. Nothing of it is stored; a
 * process that has just started knows everybody after they were heard once.
 */
export class DraftPresence {
  readonly #live: LiveStreams;
  /** By draft and person. */
  readonly #drafts = new Map<string, Map<string, Heard>>();
  #prunedAt = 0;

  constructor(live: LiveStreams) {
    this.#live = live;
    live.follow(event, (projectId, data) => this.#hear(projectId, data as unknown as Told));
  }

  /** Tells others of somebody who works on a draft, or leaves it. */
  tell(place: DraftPlace, person: { id: string; email: string }, step: string | null, here: boolean): void {
    const told: Told = {
      subject: place.subject,
      ...{ person_id: showId('owner', person.id), email: person.email, step, here },
      seen_at: new Date().toISOString(),
    };
    this.#live.announce({
      projectId: place.projectId,
      ...{ event, gate: 'build', exceptPersonId: person.id, data: { ...told } },
    });
  }

  /** Who else works on a draft. @param personId whoever asks */
  others(place: DraftPlace, personId: string): Editor[] {
    const self = showId('owner', personId);
    const editors = this.#drafts.get(nameOf(place))?.values() ?? [];
    return [...editors]
      .filter((heard) => isThere(heard) && heard.editor.person_id !== self)
      .map(({ editor }) => editor);
  }

  #hear(projectId: string, { subject, here, ...editor }: Told): void {
    this.#prune();
    const name = nameOf({ projectId, subject });
    const editors = this.#drafts.get(name) ?? new Map<string, Heard>();
    if (here) this.#drafts.set(name, editors.set(editor.person_id, { editor, at: performance.now() }));
    else editors.delete(editor.person_id);
  }

  #prune(): void {
    if (performance.now() < this.#prunedAt + goneAfterMs) return;
    this.#prunedAt = performance.now();
    for (const [name, editors] of this.#drafts) {
      for (const [person, heard] of editors) if (!isThere(heard)) editors.delete(person);
      if (editors.size === 0) this.#drafts.delete(name);
    }
  }
}

const nameOf = ({ projectId, subject }: DraftPlace): string => `${projectId} ${subject.type} ${subject.id}`;

const isThere = ({ at }: Heard): boolean => performance.now() - at < goneAfterMs;
