import type { ProviderPayment, Shop } from '../providers/provider.ts';
import type { Success } from '../tasks/task.ts';
import type { Scope } from '../template/liquid.ts';
import { createTestShop, type TestCourse, type TestShopOptions } from './test-shop.ts';

/** How a payment in the sandbox ends, and its refund. */
export interface SandboxCourse {
  payment: TestCourse;
  refund: TestShopOptions['refunds'];
}

/** A payment that nobody can pay ends like one that nobody paid: the usual methods allow an hour. */
const payersHourMs = 3600_000;

/**
 * The course from the result of the operation's mock (`{"payment", "refund"}`), otherwise from the input (`sandbox_payment`,
 * `sandbox_refund`). Without either, everything succeeds.
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

/** The shop of the sandbox, which opens no socket, with the course of its payments and refunds. */
export function sandboxShop(payments: TestCourse, refunds: TestShopOptions['refunds']): Shop {
  return createTestShop({ payments, refunds, now: () => new Date() });
}

/** The current state of a sandbox payment. */
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
  // The same key always gives the same payment, so nothing is stored.
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
