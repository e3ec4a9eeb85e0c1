import { payment } from '../payments/operation.ts';
import { http } from './http.ts';
import type { OperationKind } from './kind.ts';
import { webhook } from './webhook.ts';

/** Every kind of operation; a new one is an entry here. */
export const operationKinds: Readonly<Record<string, OperationKind>> = { http, webhook, payment };
