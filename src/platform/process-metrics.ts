import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { addGauge, oneValue } from './metrics.ts';
import { version } from './version.ts';

/** How often the lag is measured. In milliseconds. */
const everyMs = 100;

/**
 * Adds what is to be known of every process: its version, processor time, memory, and how late its timers are.
 * @returns a function that ends the measuring
 */
export function addProcessMetrics(registry: Registry, { role }: { role: string }): () => void {
  const registers = [registry];
  new Gauge({
    name: 'parley_build_info',
    help: 'Always 1; the labels say which version runs here, as what, on which Node.',
    labelNames: ['version', 'role', 'node'],
    registers,
  }).set({ version, role, node: process.version }, 1);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  addGauge(registry, { name: 'process_resident_memory_bytes', help: 'Memory in use.' }, () =>
    oneValue(process.memoryUsage.rss()),
  );
  addGauge(registry, { name: 'process_start_time_seconds', help: 'When it started.' }, () =>
    oneValue(performance.timeOrigin / 1000),
  );
  return watchLag(registry);
}

/** By how much a timer is late, ten times a second: that long a request that came then had to wait, too. */
function watchLag(registry: Registry): () => void {
  const lag = new Histogram({
    name: 'parley_event_loop_lag_seconds',
    help: 'By how much timers were late, measured ten times a second.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  let due = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    lag.observe(Math.max(0, now - due) / 1000);
    due = now + everyMs;
  }, everyMs).unref();
  return () => clearInterval(timer);
}
