import type { Scope } from '../scenario/template.ts';
import type { Success } from '../tasks/task.ts';
import type { ProviderPayment, Shop } from './provider.ts';
import { createTestShop, type TestCourse, type TestShopOptions } from './test-shop.ts';

/** What is to become of a payment in the sandbox, and of its refund. */
export interface SandboxCourse {
  payment: TestCourse;
  refund: TestShopOptions['refunds'];
}

/** A payment that nobody is to pay ends like one that nobody paid: the usual methods give an hour. */
const payersHourMs = 3600_000;

/**
 * The course that the operation's mock chose (`{"payment", "refund"}` in its result), or else its caller
 * (`sandbox_payment`, `sandbox_refund` in the input). Without either everything succeeds.
 */
export function courseOf({ result }: Success, { input }: Scope): SandboxCourse {
  const mocked = record(result);
  const given = record(input);
  const [payment, refund] = [mocked.payment ?? given.sandbox_payment, mocked.refund ?? given.sandbox_refund];
  return {
    payment: payment === 'canceled' || payment === 'pending' ? payment : 'succeeded',
    refund: refund === 'canceled' ? 'canceled' : 'succeeded',
  };
}

/** The shop that opens no socket, with a course for what is made in it. */
export function sandboxShop(payments: TestCourse, refunds: TestShopOptions['refunds']): Shop {
  return createTestShop({ payments, refunds, now: () => new Date() });
}

/** What has become of a sandbox payment by now. */
export async function lookInSandbox(
  order: Parameters<Shop['createPayment']>[0],
  {
    idempotenceKey,
    course,
    createdAt,
  }: { idempotenceKey: string; course: SandboxCourse | null; createdAt: Date },
): Promise<ProviderPayment> {
  const wanted = course?.payment ?? 'succeeded';
  const isOver = wanted === 'pending' && Date.now() - createdAt.getTime() >= payersHourMs;
  // The same key gives the same payment, so nothing has to be kept of it.
  const write = { idempotenceKey, begin: async () => {} };
  const outcome = await sandboxShop(isOver ? 'canceled' : wanted, 'succeeded').createPayment(order, write);
  if (outcome.kind !== 'answered') throw new Error('the sandbox has no reason to refuse');
  return outcome.value;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
