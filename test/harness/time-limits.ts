import fc from 'fast-check';
import { vi } from 'vitest';
import { patient } from './patience.ts';

/**
 * How long a test and a hook may take, stretched by how busy the machine is when their file begins. Only what hangs meets these: what waits
 * inside of a test has less (`until`, pages, processes), so that its own sentence is seen. A test that takes longer by what it is says so
 * itself.
 */
// A run makes load by itself, which does not show yet when its first files begin.
const stretched = (ms: number) => Math.max(2 * ms, patient(ms));
vi.setConfig({ testTimeout: stretched(60_000), hookTimeout: stretched(90_000) });
// A property is checked without a pause, so that no timer ends it; to look for the smallest case in which it fails may take hours.
fc.configureGlobal({ interruptAfterTimeLimit: stretched(40_000), markInterruptAsFailure: true });
