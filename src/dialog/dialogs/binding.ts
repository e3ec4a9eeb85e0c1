import type { Transaction } from '../../platform/postgres.ts';
import type { DialogTurn } from './turns.ts';

/** Binds the account of a customer to the profile for which a code was made. */
export type RedeemCode = (
  tx: Transaction,
  turn: DialogTurn,
  code: string,
) => Promise<{ word: string; data?: Record<string, unknown> }>;

/** The code of a binding command, `/link CODE` or `/start link_CODE`; undefined where the text is none. */
export function bindingCode(text: string): string | undefined {
  return /^\s*\/(?:link\s+|start\s+link_)([A-Za-z0-9-]{1,64})\s*$/i.exec(text)?.[1];
}
