import type { Logger } from 'pino';
import type { Database } from '../../platform/postgres.ts';
import { FairQueue } from './fair-queue.ts';
import { warn } from './surprise.ts';
import { type TargetLimits, Targets } from './targets.ts';
import type { LaneTicket, Task } from './task.ts';
import { walkLanes } from './walk.ts';

export interface WaitingLanesOptions {
  database: Database;
  log: Logger;
  /** Tasks that run at once in this process; half as many may be added while one project has most of the slots. */
  concurrency: number;
  /** Limits of one channel or connection. */
  limitsOf(projectId: string, targetId: string): Promise<TargetLimits>;
}

const lanesPerProject = 200;
const lanesInAll = 50_000;
/** Milliseconds before origins without lanes are fetched again. */
const comeBackMs = 500;

/**
 * The lanes that wait in this process. Decides which of them is next: in turn by project and origin (`FairQueue`), without
 * lanes of busy channels and connections (`Targets`). If an origin has more lanes than wait here, the next ones are fetched
 * from the database when there is room (`walkLanes`).
 */
export class WaitingLanes {
  readonly #options: WaitingLanesOptions;
  readonly #onWork: () => void;
  readonly #queue: FairQueue;
  readonly #targets: Targets;
  #refilling = false;
  #stopped = false;
  #comingBack: NodeJS.Timeout | undefined;

  /** @param onWork is called when there may be a lane to take */
  constructor(options: WaitingLanesOptions, onWork: () => void) {
    this.#options = options;
    this.#onWork = onWork;
    this.#queue = new FairQueue({ slots: options.concurrency, lanesPerProject, lanesInAll, comeBackMs });
    this.#targets = new Targets(
      options.limitsOf,
      (lanes) => this.giveBack(lanes),
      (projectId) => this.#queue.comeBack(projectId),
    );
  }

  /** The number of lanes that wait here. */
  get size(): number {
    return this.#queue.size;
  }

  /**
   * Offers lanes that may have work. A lane without room is fetched again when there is room.
   * @param behind one lane of each origin that has more of them
   */
  offer(lanes: LaneTicket[], behind: LaneTicket[]): void {
    for (const lane of lanes) this.#queue.add(lane);
    for (const lane of behind) this.#queue.leaveOut(lane);
    this.#onWork();
  }

  /** Takes the next lanes, each with a slot that must be released. Lanes of busy targets are parked. */
  take(most: number): LaneTicket[] {
    const taken: LaneTicket[] = [];
    const takenByTarget = new Map<string, number>();
    while (taken.length < most) {
      const lane = this.#queue.take();
      if (!lane) break;
      if (hasTarget(lane)) {
        const ahead = takenByTarget.get(lane[2]) ?? 0;
        if (!this.#targets.admit(lane, ahead)) {
          this.#queue.release(lane[0]);
          if (!this.#targets.isParked(lane)) this.#queue.leaveOut(lane);
          continue;
        }
        takenByTarget.set(lane[2], ahead + 1);
      }
      taken.push(lane);
    }
    void this.#refill();
    return taken;
  }

  /** Gives back the slots of lanes that turned out to be empty or could not be claimed. */
  release(lanes: LaneTicket[]): void {
    for (const lane of lanes) this.#queue.release(lane[0]);
  }

  /** Puts lanes back, before those that are offered. */
  giveBack(lanes: LaneTicket[]): void {
    for (const lane of lanes) this.#queue.restore(lane);
    this.#onWork();
  }

  /** Counts a task that runs with the slot of its lane. */
  enter(task: Task): void {
    if (task.targetId !== null) this.#targets.enter(task.projectId, task.targetId);
  }

  /** Counts a task whose attempt has ended. */
  leave(task: Task): void {
    this.#queue.release(task.projectId);
    if (task.targetId !== null) this.#targets.leave(task.projectId, task.targetId);
    this.#onWork();
  }

  /** Releases parked lanes of these lanes' targets, because some of the admitted ones were empty. */
  wake(lanes: LaneTicket[]): void {
    for (const [, , target] of lanes) if (target !== null) this.#targets.release(target);
  }

  /** Stops. @returns all lanes, so that other processes can take them */
  stop(): LaneTicket[] {
    this.#stopped = true;
    clearTimeout(this.#comingBack);
    return [...this.#queue.drain(), ...this.#targets.stop()];
  }

  async #refill(): Promise<void> {
    if (this.#refilling || this.#stopped) return;
    const origins = this.#queue.startRefill(Date.now());
    if (origins.length === 0) {
      // Fetch origins without lanes again, even if nothing else happens here.
      if (this.#queue.isBehind)
        this.#comingBack ??= setTimeout(() => {
          this.#comingBack = undefined;
          this.#onWork();
        }, comeBackMs);
      return;
    }
    this.#refilling = true;
    try {
      const found = await walkLanes(this.#options.database, origins, this.#targets.full());
      for (const [i, { lanes, more }] of found.entries())
        this.#queue.refill(origins[i]!, lanes, more, Date.now());
    } catch (error) {
      warn(this.#options.log, error, 'waiting lanes cannot be read from the database; trying again');
      for (const origin of origins) this.#queue.refillFailed(origin, Date.now());
    } finally {
      this.#refilling = false;
    }
    this.#onWork();
  }
}

const hasTarget = (lane: LaneTicket): lane is LaneTicket & { 2: string } => lane[2] !== null;
