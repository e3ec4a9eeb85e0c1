import type { LimitFault } from '../../channels/channel-type.ts';
import type { ChannelTypeName, ResolvedContent } from '../../messages/content.ts';

/** What a project has, as far as definitions name it. */
export interface World {
  /** By slug; `inputs` are the names of the input fields, where they are known. */
  operations: Record<string, { kind: string; inputs?: string[] | undefined }>;
  /** By slug; `columns` is null where any are taken. */
  tables: Record<string, { columns: string[] | null }>;
  workflows: string[];
  receivers: string[];
  channels: { type: ChannelTypeName }[];
  /** What a type of channel would refuse or cut. */
  faultsOn?(type: ChannelTypeName, content: ResolvedContent): LimitFault[];
  /** Fields of the state that are filled elsewhere: by other definitions or by the client. */
  stateKeys?: string[];
}
