import type { Draft, History, View } from '../document/history.ts';
import { begun, edited, parted, rebased, redone, undone } from '../document/history.ts';
import type { JsonObject } from '../document/json.ts';
import { placesOf } from '../document/places.ts';
import type { Layout } from '../graph/layout.ts';
import {
  checkDraft,
  type DraftPlace,
  type Finding,
  type SavedDraft,
  saveDraft,
  savedDraft,
} from '../save/calls.ts';
import { type Copy, keepCopy, readCopy } from '../save/copies.ts';
import { type Choose, Saver, type SaveStatus } from '../save/saver.ts';

/** What the editor shows. It never changes: each act makes a new one. */
export interface EditorState {
  history: History;
  /** The definition and the view, as they are now. */
  draft: Draft;
  status: SaveStatus;
  /** What the check says, the blocking ones first. */
  findings: readonly Finding[];
  /** Whoever has changed the draft beside us, until that was read. */
  joinedBy: string | null | undefined;
}

const checkMs = 300;

/** An open draft: what was edited, how it is saved, and what the check says. */
export class Editor {
  readonly place: DraftPlace;
  /** The step that was just added and whose id is of its type: it is named by what it says once that is written. */
  unnamed: string | undefined;
  /** Where everything stands on the graph; undefined until it is laid out. */
  layout: Layout | undefined;
  /** Whoever may only read it: nothing is checked, saved or told to others. */
  readonly isReading: boolean;
  readonly #name: string;
  readonly #saver: Saver;
  readonly #listeners = new Set<() => void>();
  #state: EditorState;
  #copy: { kept: Copy | undefined; timer: ReturnType<typeof setTimeout> | undefined } | undefined;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #checked = 0;

  /** @param personId what somebody has not saved is kept for them alone */
  constructor(place: DraftPlace, saved: SavedDraft, personId: string, { isReading = false } = {}) {
    this.place = place;
    this.isReading = isReading;
    this.#name = [personId, place.projectId, place.kind, place.slug].join('.');
    const copy = isReading ? undefined : readCopy(this.#name);
    const draft = copy?.draft ?? saved.draft;
    this.#state = {
      ...{ history: begun(draft), draft, findings: [], joinedBy: undefined },
      status: { is: copy ? 'unsaved' : 'saved' },
    };
    this.#saver = new Saver(
      {
        save: (each, revision) => saveDraft(place, each, revision),
        keep: (each) => this.#keep(each),
        tell: (status) => this.#set({ status }),
        rebase: (change, by) => {
          const history = rebased(this.#state.history, change);
          this.#set({ history, draft: history.present, joinedBy: by });
          this.#checkSoon();
          return history.present;
        },
        readDraft: (answer) => savedDraft(answer as never),
      },
      saved,
    );
    if (copy) this.#saver.resume(copy, saved);
    this.#checkSoon(0);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read = (): EditorState => this.#state;

  /** Changes the definition. @param join joins typing in one field to one step back */
  edit(change: (definition: JsonObject) => JsonObject, join?: string): void {
    const { definition, view } = this.#state.draft;
    this.#put({ definition: change(definition), view }, join);
  }

  /** Changes what is kept beside the definition. @param join as in `edit` */
  editView(change: (view: View) => View, join?: string): void {
    const { definition, view } = this.#state.draft;
    this.#put({ definition, view: change(view) }, join);
  }

  /** Changes both at once. */
  change(change: (draft: Draft) => Draft, join?: string): void {
    this.#put(change(this.#state.draft), join);
  }

  /** Ends the joining of what is typed. */
  part = (): void => this.#set({ history: parted(this.#state.history) });
  undo = (): void => this.#go(undone(this.#state.history));
  redo = (): void => this.#go(redone(this.#state.history));

  /** @returns whether everything is on the server */
  flush = (): Promise<boolean> => this.#saver.flush();
  choose = (choose: Choose): void => this.#saver.choose(choose);
  /** The notice of what others have changed was read. */
  readJoined = (): void => this.#set({ joinedBy: undefined });

  /** Keeps at once what is kept a moment later otherwise: the page may be gone then. */
  keepNow = (): void => {
    if (!this.#copy) return;
    clearTimeout(this.#copy.timer);
    keepCopy(this.#name, this.#copy.kept);
    this.#copy = undefined;
  };

  stop(): void {
    clearTimeout(this.#checking);
    this.#saver.stop();
    this.keepNow();
  }

  #put(draft: Draft, join?: string): void {
    this.#go(edited(this.#state.history, draft, join));
  }

  #go(history: History): void {
    if (history === this.#state.history) return;
    this.#set({ history, draft: history.present });
    this.#saver.edit(history.present);
    this.#checkSoon();
  }

  #set(change: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #keep(kept: Copy | undefined): void {
    clearTimeout(this.#copy?.timer);
    this.#copy = { kept, timer: setTimeout(this.keepNow, 150) };
  }

  #checkSoon(ms = checkMs): void {
    clearTimeout(this.#checking);
    if (this.isReading) return;
    this.#checking = setTimeout(() => void this.#check(), ms);
  }

  async #check(): Promise<void> {
    const { definition } = this.#state.draft;
    if (placesOf(definition).length === 0) return this.#set({ findings: [] });
    const number = ++this.#checked;
    // Without an answer the findings stay; saving says what is wrong with the connection.
    const findings = await checkDraft(this.place, definition).catch(() => undefined);
    if (findings && number === this.#checked) this.#set({ findings });
  }
}
