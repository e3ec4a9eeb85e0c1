import type { Customer } from './flows/play.ts';
import type { Transcript } from './flows/transcript.ts';

/**
 * The file beside a dump: the data that a test cannot read from the database, because it is hashed or encrypted there,
 * and the purpose of each row. Its times are moved together with those of the dump.
 */
export interface DumpRecord {
  version: string;
  dumpedAt: string;
  /** The settings of the server. */
  encryptionKey: string;
  owner: { email: string; password: string };
  project: { id: string; key: string; keyId: string };
  /** The state of the outside world. */
  outside: {
    /** Secrets of the receivers, by their names. */
    signing: Record<string, string>;
    hmacSecret: string;
    /** Tokens of bots, by the names of their fakes. */
    bots: Record<string, string>;
    openQueries: string[];
    shop: { secretKey: string; payments: any[]; refunds: any[] };
  };
  connectionOfShop: string;
  channels: { webhook: string; telegram: string; webchat: string };
  /** The secret with which calls to the webhook channel are signed. */
  channelSecret: string;
  receivers: { url: string; slug: string; secret: string }[];
}

/** Beside the dump with work of every kind. */
export interface UpgradeRecord extends DumpRecord {
  /** A key for the published method alone, and the address of a call. */
  method: { key: string; path: string };
  tasks: TaskRecord[];
  /** Identities whose dialogs wait, by the reason of the wait. */
  dialogs: Record<string, string>;
  /** Runs that wait, by the reason of the wait. */
  runs: Record<string, string>;
  /** Orders, by their unfinished part. */
  orders: Record<string, { orderId: string; profileId: string }>;
  visitor: { id: string; token: string; messages: any[] };
  links: { id: string; survivor: string; absorbed: string };
  linkCode: { code: string; profileId: string };
  /** Accepted writes, with their answers. */
  replays: Replay[];
  /** Answers of the catalog and of the published definitions. */
  reads: { as: 'owner' | 'project' | 'anybody'; path: string; body: any }[];
  /** The actions of the subscription "told", and its position. */
  cursor: number;
}

/** Beside the dump with a flow at every type of step. */
export interface FlowsRecord extends DumpRecord {
  customers: Customer[];
  runs: Record<string, string>;
  /** What the version did with the dump, and what it did when everything was begun anew after that. */
  finished: Transcript;
  anew: Transcript;
}

/** The states in which a process that ends leaves a task. */
export const leftBehind = ['queued', 'claimed', 'begun', 'later', 'overdue', 'unknown'] as const;
export type LeftBehind = (typeof leftBehind)[number];

export interface TaskRecord {
  /** As `parts.ts` names it. */
  kind: string;
  /** The type of channel of a message or of what was received, the kind of operation of a job. */
  type: string | null;
  left: LeftBehind;
  /** As it is in the database. */
  id: string;
  /** Its name for the outside world: an id of ours, or a unique text. */
  mark: string;
}

export interface Replay {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
  answer: { status: number; body: any };
}
