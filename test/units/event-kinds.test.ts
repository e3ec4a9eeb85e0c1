import { expect, it } from 'vitest';
import { eventPatterns, matchingKinds } from '../../src/dialog/webhooks/outbound/kinds.ts';

it('a pattern such as job.* means all kinds of its record, and a kind means itself', () => {
  expect(matchingKinds(['job.*', 'run.failed'])).toEqual([
    'job.succeeded',
    'job.failed',
    'job.unknown',
    'run.failed',
  ]);
  expect(matchingKinds(['message.sent', 'message.*']).filter((kind) => kind === 'message.sent')).toHaveLength(
    1,
  );
  for (const pattern of eventPatterns) expect(matchingKinds([pattern]).length).toBeGreaterThan(0);
});
