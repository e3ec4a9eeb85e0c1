import { patient } from './patience.ts';

/** Where UTC's midnight is near, waits until it is over: what counts by the day would begin anew in the middle of a test. */
export async function withinOneDay(): Promise<void> {
  const left = new Date().setUTCHours(24, 0, 0, 0) - Date.now();
  if (left < patient(5000)) await new Promise((resolve) => setTimeout(resolve, left + 100));
}
