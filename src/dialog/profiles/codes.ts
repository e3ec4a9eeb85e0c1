import type { RedeemCode } from '../dialogs/binding.ts';

export const redeemCode: RedeemCode = async () => ({ word: 'binding_refused' });
