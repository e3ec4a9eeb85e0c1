import { yookassa } from '../payments/connection.ts';
import { http } from './http.ts';
import type { ConnectionKind } from './kind.ts';
import { webhook } from './webhook.ts';

/** Every kind of connection; a new one is an entry here. */
export const connectionKinds: Readonly<Record<string, ConnectionKind>> = { http, webhook, yookassa };
