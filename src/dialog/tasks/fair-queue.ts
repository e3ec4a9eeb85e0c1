import { FairSlots } from '../../platform/fair-slots.ts';
import type { LaneTicket } from './task.ts';

export interface FairQueueLimits {
  /** Tasks that run at once. */
  slots: number;
  /** Lanes of one project that wait here. */
  lanesPerProject: number;
  /** Lanes that wait here in all; when there are more, each project keeps one. */
  lanesInAll: number;
  /** Milliseconds before an origin is fetched again after the database had no lane for it. */
  comeBackMs: number;
}

/** An origin that has more lanes in the database than wait here, and the room for them. */
export interface OriginBehind {
  projectId: string;
  origin: string;
  room: number;
}

/** The waiting lanes of one origin, by name, oldest first. */
interface Origin {
  name: string;
  lanes: Map<string, LaneTicket>;
  /** More of its lanes wait in the database. New lanes are left there too, so that they do not overtake older ones. */
  behind: boolean;
  /** Lanes that were offered during a fetch, which may or may not include them; undefined if no fetch runs. */
  meanwhile: LaneTicket[] | undefined;
  /** Whether a lane was left out since the fetch began. */
  leftOut: boolean;
  /** Time before which this origin is not fetched. */
  notBefore: number;
}

interface Project {
  id: string;
  origins: Map<string, Origin>;
  /** The origins with waiting lanes. The first entry is next. */
  turns: Map<string, Origin>;
  size: number;
}

/** Most origins that one statement fetches. */
const originsAtOnce = 10;

/**
 * Decides which lane is next: round robin that drops from the longest queue (McKenney's stochastic fair queueing). Projects
 * take turns, then the origins of a project, then the lanes of an origin. No project gets more than half of the slots while
 * another waits (`FairSlots`).
 *
 * Memory is limited by project, although any number of lanes may be offered: if there is no room, the longest origin of the
 * project drops its newest lane and is marked as behind. Its lanes are in the database and are fetched when there is room;
 * until then no new lanes overtake them.
 *
 * Pure: it does no I/O, and callers pass the time.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #slots: FairSlots;
  readonly #projects = new Map<string, Project>();
  /** The projects with waiting lanes. The first entry is next. */
  readonly #turns = new Map<string, Project>();
  /** The origins that are behind, with their projects. The first was fetched longest ago. */
  readonly #behind = new Map<Origin, Project>();
  #size = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
    this.#slots = new FairSlots(limits.slots);
  }

  /** Number of lanes that wait here. */
  get size(): number {
    return this.#size;
  }

  /** Number of lanes that wait here, by project. */
  sizes(): Map<string, number> {
    return new Map([...this.#turns].map(([id, { size }]) => [id, size]));
  }

  /** Whether any origin has more lanes than wait here. */
  get isBehind(): boolean {
    return this.#behind.size > 0;
  }

  /** Adds a lane that may have work. */
  add(lane: LaneTicket): void {
    const project = this.#projectOf(lane);
    const origin = originOf(project, lane);
    if (origin.lanes.has(lane[1])) return;
    if (!origin.behind) this.#keep(project, origin, lane);
    else if (origin.meanwhile && origin.meanwhile.length < this.#limits.lanesPerProject)
      origin.meanwhile.push(lane);
    else origin.leftOut = true;
  }

  /** Puts back a lane that was taken and could not be claimed, or had to wait elsewhere. It is never dropped. */
  restore(lane: LaneTicket): void {
    const project = this.#projectOf(lane);
    this.#insert(project, originOf(project, lane), lane);
  }

  /** Takes the next lane and a slot for it; undefined if no slot is free or no lane may have one. */
  take(): LaneTicket | undefined {
    for (const [id, project] of this.#turns) {
      if (!this.#slots.mayTake(id, this.#turns.size === 1)) continue;
      const [name, origin] = project.turns.entries().next().value!;
      const lane = origin.lanes.values().next().value!;
      this.#remove(project, origin, lane);
      // Whoever had a turn moves to the end.
      if (project.turns.delete(name)) project.turns.set(name, origin);
      if (this.#turns.delete(id)) this.#turns.set(id, project);
      this.#slots.take(id);
      return lane;
    }
    return undefined;
  }

  /** Gives a slot back. */
  release(projectId: string): void {
    this.#slots.release(projectId);
  }

  /** Marks a lane as waiting in the database only. */
  leaveOut(lane: LaneTicket): void {
    const project = this.#projectOf(lane);
    this.#fallBehind(project, originOf(project, lane));
  }

  /** The origins to fetch now. Answer each with `refill` or `refillFailed`. */
  startRefill(now: number): OriginBehind[] {
    const wanted: OriginBehind[] = [];
    for (const [origin, project] of this.#behind) {
      if (wanted.length === originsAtOnce) break;
      if (origin.meanwhile || origin.notBefore > now) continue;
      const share = Math.max(1, Math.floor(this.#roomOf(project) / Math.max(1, project.turns.size)));
      if (origin.lanes.size > share / 2) continue;
      origin.meanwhile = [];
      origin.leftOut = false;
      wanted.push({ projectId: project.id, origin: origin.name, room: share - origin.lanes.size });
    }
    return wanted;
  }

  /**
   * Adds the lanes that the database returned.
   * @param more whether it may have more of them
   */
  refill({ projectId, origin: name }: OriginBehind, lanes: LaneTicket[], more: boolean, now: number): void {
    const { project, origin, meanwhile } = this.#endRefill(projectId, name);
    origin.behind = more || origin.leftOut;
    if (origin.behind) this.#behind.set(origin, project);
    if (lanes.length === 0) origin.notBefore = now + this.#limits.comeBackMs;
    for (const lane of lanes) if (!origin.lanes.has(lane[1])) this.#keep(project, origin, lane);
    // The fetch may have missed these lanes. If the database has more, the next fetch finds them.
    if (!more)
      for (const lane of meanwhile) if (!origin.lanes.has(lane[1])) this.#keep(project, origin, lane);
    this.#forget(project, origin);
  }

  /** Ends a fetch that failed. */
  refillFailed({ projectId, origin: name }: OriginBehind, now: number): void {
    const { project, origin } = this.#endRefill(projectId, name);
    this.#behind.set(origin, project);
    origin.notBefore = now + this.#limits.comeBackMs;
  }

  /** Allows the origins of a project to be fetched now, because a target that held back its lanes has room again. */
  comeBack(projectId: string): void {
    for (const origin of this.#projects.get(projectId)?.origins.values() ?? []) origin.notBefore = 0;
  }

  /** Removes and returns all lanes that wait here. */
  drain(): LaneTicket[] {
    const lanes = [...this.#turns.values()].flatMap((project) =>
      [...project.turns.values()].flatMap((origin) => [...origin.lanes.values()]),
    );
    this.#projects.clear();
    this.#turns.clear();
    this.#behind.clear();
    this.#size = 0;
    return lanes;
  }

  #projectOf([id]: LaneTicket): Project {
    let project = this.#projects.get(id);
    if (!project) {
      project = { id, origins: new Map(), turns: new Map(), size: 0 };
      this.#projects.set(id, project);
    }
    return project;
  }

  #roomOf(project: Project): number {
    return this.#size - project.size >= this.#limits.lanesInAll ? 1 : this.#limits.lanesPerProject;
  }

  /** Keeps a lane here, if there is room or a longer origin can make some. */
  #keep(project: Project, origin: Origin, lane: LaneTicket): void {
    if (project.size >= this.#roomOf(project)) {
      let longest = origin;
      for (const other of project.turns.values()) if (other.lanes.size > longest.lanes.size) longest = other;
      this.#fallBehind(project, longest.lanes.size > origin.lanes.size + 1 ? longest : origin);
      if (!(longest.lanes.size > origin.lanes.size + 1)) return;
      this.#remove(project, longest, [...longest.lanes.values()].at(-1)!);
    }
    this.#insert(project, origin, lane);
  }

  #fallBehind(project: Project, origin: Origin): void {
    origin.behind = true;
    origin.leftOut = true;
    if (!this.#behind.has(origin)) this.#behind.set(origin, project);
  }

  #insert(project: Project, origin: Origin, lane: LaneTicket): void {
    if (origin.lanes.has(lane[1])) return;
    origin.lanes.set(lane[1], lane);
    project.size++;
    this.#size++;
    if (!project.turns.has(origin.name)) project.turns.set(origin.name, origin);
    if (!this.#turns.has(project.id)) this.#turns.set(project.id, project);
  }

  #remove(project: Project, origin: Origin, lane: LaneTicket): void {
    origin.lanes.delete(lane[1]);
    project.size--;
    this.#size--;
    if (origin.lanes.size === 0) project.turns.delete(origin.name);
    if (project.size === 0) this.#turns.delete(project.id);
    this.#forget(project, origin);
  }

  #endRefill(projectId: string, name: string): { project: Project; origin: Origin; meanwhile: LaneTicket[] } {
    const project = this.#projectOf([projectId, '', null, name]);
    const origin = originOf(project, [projectId, '', null, name]);
    const meanwhile = origin.meanwhile ?? [];
    origin.meanwhile = undefined;
    this.#behind.delete(origin);
    return { project, origin, meanwhile };
  }

  /** Removes an origin and a project that have no waiting lanes. */
  #forget(project: Project, origin: Origin): void {
    if (origin.lanes.size > 0 || origin.behind) return;
    project.origins.delete(origin.name);
    if (project.origins.size === 0) this.#projects.delete(project.id);
  }
}

function originOf(project: Project, lane: LaneTicket): Origin {
  const name = lane[3];
  let origin = project.origins.get(name);
  if (!origin) {
    origin = {
      ...{ name, lanes: new Map(), behind: false, meanwhile: undefined, leftOut: false, notBefore: 0 },
    };
    project.origins.set(name, origin);
  }
  return origin;
}
