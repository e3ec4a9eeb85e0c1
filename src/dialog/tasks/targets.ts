import type { LaneTicket } from './task.ts';

/** Limits of one channel or connection in this process. */
export interface TargetLimits {
  /** Tasks that run at once. */
  concurrency: number;
  /** Tasks begun within any second; null for no limit. */
  perSecond: number | null;
}

/** Most lanes of one busy target that wait in memory; others wait in the database. */
const mostParked = 200;
const secondMs = 1000;
/** Milliseconds before limits are read again. */
const rememberedMs = 5000;
const mostRemembered = 10_000;

interface Target {
  projectId: string;
  limits: TargetLimits | undefined;
  /** The time at which the limits are read again. */
  staleAt: number;
  running: number;
  /** Start times of the last second's tasks, oldest first; kept only if the rate is limited. */
  entered: number[];
  parked: Map<string, LaneTicket>;
  /** Whether a lane was turned away since the parked lanes were last below half of the limit. */
  turnedAway: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Holds back the lanes of busy channels and connections, so that a slow one does not occupy the worker.
 *
 * Limits are read in the background: lanes are parked until the first answer, and later the last known limits are used.
 */
export class Targets {
  readonly #limitsOf: (projectId: string, targetId: string) => Promise<TargetLimits>;
  readonly #onRoom: (lanes: LaneTicket[]) => void;
  readonly #onDrained: (projectId: string) => void;
  readonly #targets = new Map<string, Target>();

  /**
   * @param onRoom gets parked lanes that may continue
   * @param onDrained is called when lanes of this project that were turned away may come again
   */
  constructor(
    limitsOf: (projectId: string, targetId: string) => Promise<TargetLimits>,
    onRoom: (lanes: LaneTicket[]) => void,
    onDrained: (projectId: string) => void,
  ) {
    this.#limitsOf = limitsOf;
    this.#onRoom = onRoom;
    this.#onDrained = onDrained;
  }

  /**
   * True if the lane may be claimed now. Otherwise it is parked until there is room, or turned away if no more lanes may be
   * parked (`isParked` tells which).
   * @param ahead lanes of the same target that were admitted and are not claimed yet
   */
  admit(lane: LaneTicket & { 2: string }, ahead: number): boolean {
    const target = this.#targetOf(lane[0], lane[2]);
    this.#refresh(lane[2], target);
    if (this.#room(target) > ahead) return true;
    const name = lane[0] + lane[1];
    target.turnedAway ||= target.parked.size >= mostParked && !target.parked.has(name);
    if (target.parked.size < mostParked) target.parked.set(name, lane);
    this.#wake(lane[2], target);
    return false;
  }

  isParked(lane: LaneTicket & { 2: string }): boolean {
    return this.#targets.get(lane[2])?.parked.has(lane[0] + lane[1]) ?? false;
  }

  /** Counts a claimed task. */
  enter(projectId: string, targetId: string): void {
    const target = this.#targetOf(projectId, targetId);
    target.running++;
    if (target.limits?.perSecond != null) target.entered.push(Date.now());
  }

  /** Counts a task that has ended. */
  leave(projectId: string, targetId: string): void {
    this.#targetOf(projectId, targetId).running--;
    this.release(targetId);
  }

  /** Releases as many parked lanes of a target as it has room for. */
  release(targetId: string): void {
    const target = this.#targets.get(targetId);
    if (!target) return;
    const room = Math.max(0, this.#room(target));
    const lanes = [...target.parked].slice(0, room);
    for (const [name] of lanes) target.parked.delete(name);
    if (target.turnedAway && target.parked.size < mostParked / 2) {
      target.turnedAway = false;
      this.#onDrained(target.projectId);
    }
    if (lanes.length > 0) this.#onRoom(lanes.map(([, lane]) => lane));
    this.#wake(targetId, target);
  }

  /** The targets that have no room for more parked lanes. */
  full(): string[] {
    return [...this.#targets].filter(([, { parked }]) => parked.size >= mostParked).map(([id]) => id);
  }

  /** Stops. @returns every parked lane, so that other processes can take them */
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
        turnedAway: false,
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

  /** Reads the limits again if they are old. The known limits apply until the answer arrives. */
  #refresh(targetId: string, target: Target): void {
    if (target.staleAt > Date.now()) return;
    target.staleAt = Date.now() + rememberedMs;
    this.#limitsOf(target.projectId, targetId).then(
      (limits) => {
        target.limits = limits;
        this.release(targetId);
      },
      // The database is away, so nothing can be claimed either. Later the sweep finds the lanes again.
      () => {
        target.staleAt = 0;
        if (!target.limits) target.parked.clear();
      },
    );
  }

  /** Sets a timer for lanes that only the rate holds back, because no ending task would release them. */
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
