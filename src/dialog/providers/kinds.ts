import type { ProviderKind } from './kind.ts';
import { yookassa } from './yookassa/kind.ts';

/** Every kind of payment provider. To add one, add a folder here and an entry in this list. */
export const providerKinds: Readonly<Record<string, ProviderKind>> = { yookassa };
