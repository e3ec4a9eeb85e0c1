import type { Transaction } from '../../platform/postgres.ts';
import type { DialogTurn } from './turns.ts';

/** How customers link an account to a profile: they say a code in it. */
export interface Binding {
  /**
   * The profiles of those codes that exist. A turn locks them together with its own before it redeems a code, because
   * whoever holds one profile must not wait for another.
   */
  profilesOf(
    tx: Transaction,
    codes: { projectId: string; code: string }[],
  ): Promise<{ projectId: string; profileId: string }[]>;
  /** Links the account of the turn to the profile of the code, and tells the customer the result. */
  redeem(
    tx: Transaction,
    turn: DialogTurn,
    code: string,
  ): Promise<{ word: string; data?: Record<string, unknown> }>;
}

/** The code of a linking command, `/link CODE` or `/start link_CODE`; undefined for any other text. */
export function bindingCode(text: string): string | undefined {
  return /^\s*\/(?:link\s+|start\s+link_)([A-Za-z0-9-]{1,64})\s*$/i.exec(text)?.[1];
}
