import type { ProjectGate } from '../api/project.ts';

/** Where the items of the readiness are mended, by the beginning of their ids. */

/** A page of the console, or what else mends it. */
export interface Mend {
  /** Below the project. */
  page?: string;
  /** A page of the console outside of the project. */
  apart?: '/account';
  /** A part of the overview itself. */
  part?: 'needs-you';
  /** A setting of the server, which whoever runs it can change. */
  setting?: string;
  /** Who may: by default whoever builds. */
  by?: ProjectGate;
  /** The page of the docs that says how. */
  docs?: string;
}

/** @param about what the item concerns: an id or a slug */
type MendOf = (about: string) => Mend;

const keys: Mend = { page: 'keys', by: 'own', docs: 'docs/api.md' };

const mends: Record<string, MendOf> = {
  public_address: () => ({ setting: 'PUBLIC_URL', docs: 'docs/settings.md' }),
  live_channels: () => ({ page: 'channels', docs: 'docs/channels.md' }),
  channel: (id) => ({
    page: `channels/${id}`,
    docs: 'docs/channels.md',
  }),
  scenario: () => ({ page: 'scenario', docs: 'docs/scenarios.md' }),
  scenario_draft: () => ({ page: 'scenario', docs: 'docs/scenarios.md' }),
  calendar: () => ({ page: 'settings', docs: 'docs/api.md' }),
  workflow: (slug) => ({
    page: `workflows/${slug}`,
    docs: 'docs/scenarios.md',
  }),
  method: (slug) => ({
    page: `methods/${slug}`,
    docs: 'docs/api-builder.md',
  }),
  connection: (slug) => ({
    page: `connections/${slug}`,
    docs: 'docs/integrations.md',
  }),
  shop: (slug) => ({
    page: `connections/${slug}`,
    docs: 'docs/payments.md',
  }),
  receiver: (slug) => ({
    page: `receivers/${slug}`,
    docs: 'docs/webhooks.md',
  }),
  open_receiver: (slug) => ({
    page: `receivers/${slug}`,
    docs: 'docs/webhooks.md',
  }),
  subscription: (slug) => ({
    page: `subscriptions/${slug}`,
    docs: 'docs/webhooks.md',
  }),
  keys: () => keys,
  key: () => keys,
  key_end: () => keys,
  owner_password: () => ({ apart: '/account', by: 'own' }),
  mail: () => ({ setting: 'SMTP_URL', docs: 'docs/settings.md' }),
  queue: () => ({ setting: 'PROJECT_QUEUE_LIMIT', docs: 'docs/settings.md' }),
  daily_writes: () => ({ setting: 'PROJECT_DAILY_LIMIT', docs: 'docs/settings.md' }),
  files: () => ({ setting: 'FILES_URL', docs: 'docs/files.md' }),
  file_store: () => ({ setting: 'FILES_URL', docs: 'docs/files.md' }),
  file_room: () => ({ setting: 'FILES_PROJECT_MB', docs: 'docs/files.md' }),
  channel_files: () => ({ setting: 'FILES_CHANNEL_MB', docs: 'docs/files.md' }),
  file_disk: () => ({ setting: 'FILES_FREE_MB', docs: 'docs/files.md' }),
  secrets: () => ({ setting: 'ENCRYPTION_KEY', docs: 'docs/operations.md' }),
  encryption_key: () => ({ setting: 'ENCRYPTION_KEY', docs: 'docs/operations.md' }),
  unsettled: () => ({ part: 'needs-you', by: 'settle' }),
  customer_lists: () => ({}),
  search: () => ({}),
};

/** The word of an item, without what it concerns: `channel` of `channel:ch_…`. */
export const kindOf = (id: string) => id.split(':', 1)[0]!;

/** How an item is mended; nothing for one that mends itself. */
export const mendOf = (id: string): Mend => mends[kindOf(id)]?.(id.slice(id.indexOf(':') + 1)) ?? {};
