import { z } from 'zod';
import { moment, named } from '../http/shapes.ts';

/** The shape of a project's settings for owners. */

const days = z.object({
  audit: z.int(),
  request_log: z.int(),
  tasks: z.int(),
  workflow_runs: z.int(),
  dialogs: z.int(),
  transcripts: z.int(),
  conversations: z.int(),
  files: z.int().describe('What customers sent; at most as long as `conversations`.'),
});

const secretWord = z.enum(['set', 'not set']);

export const projectSettingsShape = named(
  'Settings',
  z.object({
    time_zone: z.string().describe('An IANA name, such as Europe/Berlin.'),
    retention: days.describe('For how many days records are kept.'),
    retention_at_most: days.describe('The limits of the installation.'),
    last_removals: z
      .array(z.object({ rule: z.string(), at: moment, removed: z.int() }))
      .describe('When each kind of record was last removed by age, and how many.'),
    telegram_bot_token: secretWord,
    telegram_bot_id: z.string().nullable(),
    telegram_test_environment: z.boolean(),
    telegram_max_age_seconds: z.int(),
    vk_app_secret: secretWord,
    vk_app_id: z.string().nullable(),
    vk_channel_id: z.string().nullable().describe('The channel in which VK users are customers.'),
    vk_max_age_seconds: z.int(),
  }),
  {
    time_zone: 'Europe/Berlin',
    retention: {
      audit: 365,
      request_log: 30,
      tasks: 90,
      workflow_runs: 90,
      dialogs: 365,
      transcripts: 90,
      conversations: 36_500,
      files: 36_500,
    },
    retention_at_most: {
      audit: 365,
      request_log: 30,
      tasks: 90,
      workflow_runs: 90,
      dialogs: 365,
      transcripts: 90,
      conversations: 36_500,
      files: 36_500,
    },
    last_removals: [{ rule: 'request_log', at: '2026-11-20T03:00:00.512Z', removed: 1204 }],
    telegram_bot_token: 'not set',
    telegram_bot_id: null,
    telegram_test_environment: false,
    telegram_max_age_seconds: 3600,
    vk_app_secret: 'not set',
    vk_app_id: null,
    vk_channel_id: null,
    vk_max_age_seconds: 3600,
  },
);
