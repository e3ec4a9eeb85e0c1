import { z } from 'zod';
import { moment, named, slug } from '../http/shapes.ts';
import { hidden } from '../rights/sight.ts';
import { heardAnswerShape } from './heard-answer.ts';
import { noAnswerReasons } from './no-answer.ts';

/** What owners see of connections. */

const found = {
  ok: z.boolean(),
  status: z.int().nullable().describe('The status of the answer; null when there was none.'),
  detail: z.string(),
  reason: z
    .enum(noAnswerReasons)
    .optional()
    .describe('Why there was no answer, for programs. `detail` says the same.'),
  answer: heardAnswerShape
    .optional()
    .describe('What the other side answered; absent when there was nothing.'),
  ...hidden,
};

export const testReportShape = named('TestReport', z.object(found), {
  ok: true,
  status: 200,
  detail: 'It answered with status 200.',
  answer: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"ok":true}',
    truncated: false,
  },
});

export const connectionShape = named(
  'Connection',
  z.object({
    id: z.string().describe('`con_…`'),
    slug,
    name: z.string(),
    kind: z.string().describe('`http`, `webhook` or a payment provider.'),
    settings: z
      .record(z.string(), z.unknown())
      .describe(
        'Those of the kind. A secret is shown as `set` or `not set`, and itself once when it was made here.',
      ),
    last_test: z
      .object({ ...found, at: moment })
      .nullable()
      .describe('Null before the first test.'),
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 'con_01m7w92jzve3wbcq5n8k1r7fgh',
    slug: 'crm',
    name: 'CRM',
    kind: 'http',
    settings: {
      base_url: 'https://crm.example/api',
      headers: {},
      auth: { type: 'bearer', token: 'set' },
      timeout_ms: 15000,
      max_concurrency: 32,
    },
    last_test: null,
    created_at: '2026-11-20T10:55:37.902Z',
    updated_at: '2026-11-20T10:55:37.902Z',
  },
);
