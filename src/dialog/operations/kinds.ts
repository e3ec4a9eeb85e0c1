import { http } from './http.ts';
import type { OperationKind } from './kind.ts';
import { payment } from './payment.ts';
import { webhook } from './webhook.ts';

/** Every kind of operation. To add a kind, add an entry here. */
export const operationKinds: Readonly<Record<string, OperationKind>> = { http, webhook, payment };
