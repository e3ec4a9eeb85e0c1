import type { ChannelTypeName, ResolvedContent } from '../../content/content.ts';
import type { LimitFault } from '../../content/limit-fault.ts';

/** What a project has that definitions can refer to. */
export interface World {
  /**
   * By slug. `inputs` are the names of the input fields, if they are known; `required` are those that must be present. Without
   * `environments` it may run in any.
   */
  operations: Record<
    string,
    { kind: string; inputs?: string[] | undefined; required?: string[]; environments?: string[] }
  >;
  /** By slug; `columns` is null if any column is allowed, and `required` are those that no row may lack. */
  tables: Record<string, { columns: string[] | null; required?: string[] }>;
  workflows: string[];
  /** The workflows that each published workflow starts, by slug. */
  starts?: Readonly<Record<string, readonly string[]>>;
  /** The slug of the workflow being checked. */
  self?: string;
  /** The environment of that workflow. A dialog has that of its channel, so a scenario has none here. */
  environment?: 'sandbox' | 'live';
  /** The time with which literal times are compared. */
  now?: Date;
  receivers: string[];
  channels: { type: ChannelTypeName }[];
  /** Their public ids. */
  channelIds?: string[];
  /** Whether it has a calendar; absent if that is not known. */
  hasCalendar?: boolean;
  /** What a type of channel would refuse or cut. */
  faultsOn?(type: ChannelTypeName, content: ResolvedContent): LimitFault[];
  /** Fields of the state that other definitions or the client set. */
  stateKeys?: string[];
}
