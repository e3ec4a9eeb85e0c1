import { ApiProblem, hasCode } from '../../api/problem.ts';
import type { Draft } from '../document/history.ts';
import { isSame } from '../document/json.ts';
import { type Clash, mergedDraft } from '../document/merge.ts';
import type { SavedDraft } from './calls.ts';
import type { Copy } from './copies.ts';

/** How it stands with what was edited. */
export type SaveStatus =
  | { is: 'saved' | 'unsaved' | 'saving' }
  /** It could not be reached, and is tried again. */
  | { is: 'trying' }
  /** It was refused for what it is; the next edit is tried again. */
  | { is: 'refused'; error: unknown }
  /** Somebody else has changed the same steps: the person chooses. */
  | { is: 'clash'; clashes: Clash[]; by: string | null };

/** Which side counts, by the name of a clash. */
export type Choose = (name: string) => 'mine' | 'theirs';

export interface SaverParts {
  save(draft: Draft, revision: number): Promise<{ revision: number }>;
  /** Keeps what is not saved yet; undefined: all of it is. */
  keep(copy: Copy | undefined): void;
  tell(status: SaveStatus): void;
  /** Others have changed the draft: puts that under every draft of the history. @returns the present draft then */
  rebase(change: (draft: Draft) => Draft, by: string | null): Draft;
  readDraft(answer: unknown): SavedDraft;
}

/** How long somebody must have stopped typing. */
const pauseMs = 800;
const firstRetryMs = 2000;
const longestRetryMs = 30_000;

/** Saves drafts one after the other: after a pause, over the revision that was changed, and again until it has worked. */
export class Saver {
  readonly #parts: SaverParts;
  /** The draft of the revision on the server that we know. */
  #base: Draft;
  #revision: number;
  #draft: Draft;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #theirs: SavedDraft | undefined;
  #failures = 0;
  #isOver = false;

  constructor(parts: SaverParts, { draft, revision }: Pick<SavedDraft, 'draft' | 'revision'>) {
    this.#parts = parts;
    this.#base = draft;
    this.#draft = draft;
    this.#revision = revision;
  }

  /** Whether everything is on the server. */
  get isSaved(): boolean {
    return isSameDraft(this.#draft, this.#base);
  }

  /** Takes up what was kept in the browser when it was left. */
  resume(copy: Copy, saved: SavedDraft): void {
    this.#draft = copy.draft;
    this.#base = copy.base;
    this.#revision = copy.revision;
    if (copy.revision === saved.revision) {
      this.#base = saved.draft;
      this.#wait(0);
    } else this.#meet(saved);
  }

  edit(draft: Draft): void {
    this.#draft = draft;
    if (this.#theirs) this.#keep();
    else if (!this.#sending) this.#settle();
    else {
      this.#keep();
      this.#parts.tell({ is: 'unsaved' });
    }
  }

  /** Saves at once what is not saved. @returns whether everything is on the server now */
  async flush(): Promise<boolean> {
    await this.#sending;
    if (!this.isSaved && !this.#theirs) await this.#send();
    return this.isSaved;
  }

  /** Decides where both have changed the same. */
  choose(choose: Choose): void {
    const theirs = this.#theirs;
    if (!theirs) return;
    this.#theirs = undefined;
    this.#take(theirs, choose);
  }

  /** Nothing is sent any more; what is not saved is kept. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (!this.isSaved) this.#keep();
  }

  #keep(): void {
    this.#parts.keep({ draft: this.#draft, base: this.#base, revision: this.#revision });
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#timer = setTimeout(() => void this.#send(), ms);
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendOnce().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendOnce(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#theirs || this.#isOver || this.isSaved) return;
    const draft = this.#draft;
    this.#parts.tell({ is: 'saving' });
    try {
      const { revision } = await this.#parts.save(draft, this.#revision);
      this.#revision = revision;
      this.#base = draft;
      this.#failures = 0;
      this.#settle();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** After an edit or an answer of the server, during which somebody may have typed. */
  #settle(): void {
    clearTimeout(this.#timer);
    if (this.isSaved) {
      this.#parts.keep(undefined);
      this.#parts.tell({ is: 'saved' });
    } else {
      this.#keep();
      this.#parts.tell({ is: 'unsaved' });
      this.#wait(pauseMs);
    }
  }

  #fail(error: unknown): void {
    const isLasting =
      error instanceof ApiProblem && ![0, 401, 408, 429].includes(error.status) && error.status < 500;
    if (hasCode(error, 'draft_changed') && error.body.current) {
      this.#meet(this.#parts.readDraft(error.body.current));
    } else if (isLasting) this.#parts.tell({ is: 'refused', error });
    else {
      this.#parts.tell({ is: 'trying' });
      this.#wait(Math.min(firstRetryMs * 2 ** this.#failures++, longestRetryMs));
    }
  }

  /** Somebody else has saved. */
  #meet(theirs: SavedDraft): void {
    const { clashes } = mergedDraft(this.#base, this.#draft, theirs.draft);
    if (clashes.length === 0) this.#take(theirs, () => 'mine');
    else {
      this.#theirs = theirs;
      this.#keep();
      this.#parts.tell({ is: 'clash', clashes, by: theirs.savedBy });
    }
  }

  #take(theirs: SavedDraft, choose: Choose): void {
    const base = this.#base;
    // What we sent may have arrived although its answer was lost.
    if (isSameDraft(theirs.draft, this.#draft)) this.#draft = theirs.draft;
    else {
      const change = (draft: Draft) => mergedDraft(base, draft, theirs.draft, choose).draft;
      this.#draft = this.#parts.rebase(change, theirs.savedBy);
    }
    this.#base = theirs.draft;
    this.#revision = theirs.revision;
    this.#settle();
    if (!this.isSaved) this.#wait(0);
  }
}

const isSameDraft = (one: Draft, other: Draft) =>
  isSame(one.definition, other.definition) && isSame(one.view, other.view);
