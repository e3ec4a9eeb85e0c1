import type { Handing } from '../contract.ts';
import { startBody } from './chat.ts';

// The loader waits at the element of this script.
(document.currentScript as Handing | null)?.give?.(startBody);
