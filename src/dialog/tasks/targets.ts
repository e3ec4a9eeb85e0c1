import type { LaneTicket } from './task.ts';

/** What one channel or connection may have under way in this process. */
export interface TargetLimits {
  /** Tasks at once. */
  concurrency: number;
  /** Tasks begun within any second; null for no limit. */
  perSecond: number | null;
}

/** Lanes that wait in memory for one busy target; the sweep brings back what is beyond. */
const mostParked = 1000;
const secondMs = 1000;
/** How long limits are used before they are looked up again. */
const rememberedMs = 5000;
const mostRemembered = 10_000;

interface Target {
  projectId: string;
  limits: TargetLimits | undefined;
  /** When the limits are looked up again. */
  staleAt: number;
  running: number;
  /** When tasks of the last second were entered, oldest first; kept only where their number is limited. */
  entered: number[];
  parked: Map<string, LaneTicket>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Holds back the lanes of busy channels and connections, so that a slow one keeps no worker from the others.
 *
 * The limits of a target are looked up while its lanes wait here, and used as they were last known afterwards.
 */
export class Targets {
  readonly #limitsOf: (projectId: string, targetId: string) => Promise<TargetLimits>;
  readonly #onRoom: (lanes: LaneTicket[]) => void;
  readonly #targets = new Map<string, Target>();

  /** @param onRoom gets lanes that may go on, after they were parked. */
  constructor(
    limitsOf: (projectId: string, targetId: string) => Promise<TargetLimits>,
    onRoom: (lanes: LaneTicket[]) => void,
  ) {
    this.#limitsOf = limitsOf;
    this.#onRoom = onRoom;
  }

  /**
   * True when the lane may be claimed now; otherwise it is parked until there is room.
   * @param ahead lanes of the same target that were let through and are not claimed yet.
   */
  admit(lane: LaneTicket & { 2: string }, ahead: number): boolean {
    const target = this.#targetOf(lane[0], lane[2]);
    this.#refresh(lane[2], target);
    if (this.#room(target) > ahead) return true;
    if (target.parked.size < mostParked) target.parked.set(lane[0] + lane[1], lane);
    this.#wake(lane[2], target);
    return false;
  }

  /** Counts a task that was claimed. */
  enter(projectId: string, targetId: string): void {
    const target = this.#targetOf(projectId, targetId);
    target.running++;
    if (target.limits?.perSecond != null) target.entered.push(Date.now());
  }

  /** Counts a task out again. */
  leave(projectId: string, targetId: string): void {
    this.#targetOf(projectId, targetId).running--;
    this.release(targetId);
  }

  /** Lets as many parked lanes of a target go on as it has room for. */
  release(targetId: string): void {
    const target = this.#targets.get(targetId);
    if (!target) return;
    const room = Math.max(0, this.#room(target));
    const lanes = [...target.parked].slice(0, room);
    for (const [name] of lanes) target.parked.delete(name);
    if (lanes.length > 0) this.#onRoom(lanes.map(([, lane]) => lane));
    this.#wake(targetId, target);
  }

  /** Ends the waiting. @returns every parked lane, for others to go on with. */
  stop(): LaneTicket[] {
    const lanes = [...this.#targets.values()].flatMap((target) => [...target.parked.values()]);
    for (const target of this.#targets.values()) clearTimeout(target.timer);
    this.#targets.clear();
    return lanes;
  }

  #targetOf(projectId: string, targetId: string): Target {
    let target = this.#targets.get(targetId);
    if (!target) {
      target = {
        projectId,
        limits: undefined,
        staleAt: 0,
        running: 0,
        entered: [],
        parked: new Map(),
        timer: undefined,
      };
      if (this.#targets.size >= mostRemembered) this.#forgetIdle();
      this.#targets.set(targetId, target);
    }
    return target;
  }

  #room({ limits, running, entered }: Target): number {
    if (!limits) return 0;
    const free = limits.concurrency - running;
    if (limits.perSecond === null) return free;
    const since = Date.now() - secondMs;
    while (entered.length > 0 && entered[0]! <= since) entered.shift();
    return Math.min(free, limits.perSecond - entered.length);
  }

  #forgetIdle(): void {
    for (const [id, { running, parked }] of this.#targets) {
      if (running === 0 && parked.size === 0) this.#targets.delete(id);
    }
  }

  /** While an answer is on its way, the limits that were known before go on to hold. */
  #refresh(targetId: string, target: Target): void {
    if (target.staleAt > Date.now()) return;
    target.staleAt = Date.now() + rememberedMs;
    this.#limitsOf(target.projectId, targetId).then(
      (limits) => {
        target.limits = limits;
        this.release(targetId);
      },
      // The database is away, so nothing can be claimed either; the sweep comes back to the lanes that wait.
      () => {
        target.staleAt = 0;
        if (!target.limits) target.parked.clear();
      },
    );
  }

  /** Where only the rate holds lanes back, no task that leaves will let them go on: the clock does. */
  #wake(targetId: string, target: Target): void {
    const first = target.entered[0];
    if (target.parked.size === 0 || first === undefined || target.timer) return;
    target.timer = setTimeout(
      () => {
        target.timer = undefined;
        this.release(targetId);
      },
      Math.max(1, first + secondMs - Date.now() + 1),
    );
  }
}
