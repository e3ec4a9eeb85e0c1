import type { Transaction } from '../../platform/postgres.ts';
import type { DialogTurn } from './turns.ts';

/** How customers bind an account to a profile by saying a code in it. */
export interface Binding {
  /**
   * The profiles for which codes were made, for those codes that there are. A turn locks them together with its own
   * before it redeems a code: whoever holds one profile must not wait for another.
   */
  profilesOf(
    tx: Transaction,
    codes: { projectId: string; code: string }[],
  ): Promise<{ projectId: string; profileId: string }[]>;
  /** Binds the account with which the turn speaks, and tells the customer what came of it. */
  redeem(
    tx: Transaction,
    turn: DialogTurn,
    code: string,
  ): Promise<{ word: string; data?: Record<string, unknown> }>;
}

/** The code of a binding command, `/link CODE` or `/start link_CODE`; undefined where the text is none. */
export function bindingCode(text: string): string | undefined {
  return /^\s*\/(?:link\s+|start\s+link_)([A-Za-z0-9-]{1,64})\s*$/i.exec(text)?.[1];
}
