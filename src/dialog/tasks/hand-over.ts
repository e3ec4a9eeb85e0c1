import type { LaneTicket } from './task.ts';

/** Takes lanes that it has room for. @returns the others */
export type TakeOver = (lanes: LaneTicket[]) => LaneTicket[];

/**
 * Hands the lanes of accepted writes to the worker of the same process, without a ticket, as far as it has room. Like tickets,
 * these lanes are only hints: if the process ends, the sweep finds them.
 */
export class HandOver {
  #takeOver: TakeOver = (lanes) => lanes;

  /** From now on a worker of this process takes lanes. */
  connect(takeOver: TakeOver): void {
    this.#takeOver = takeOver;
  }

  /** @returns the lanes that need a ticket */
  offer(lanes: LaneTicket[]): LaneTicket[] {
    return this.#takeOver(lanes);
  }
}
