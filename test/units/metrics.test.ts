import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { addGauge, oneValue, readForScrapes } from '../../src/platform/metrics.ts';

const samples = async (registry: Registry) =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('a gauge that is read for each scrape', () => {
  it('has the values of this scrape, and not those of labels that are gone', async () => {
    const registry = new Registry();
    let roles = ['api', 'worker'];
    addGauge(registry, { name: 'up', help: 'Up.', labels: ['role'] }, () =>
      roles.map((role) => [{ role }, roles.length]),
    );
    expect(await samples(registry)).toEqual(['up{role="api"} 2', 'up{role="worker"} 2']);
    roles = ['worker'];
    expect(await samples(registry)).toEqual(['up{role="worker"} 1']);
  });

  it('is missing, and not 0, while it cannot be read', async () => {
    const registry = new Registry();
    let isAway = false;
    addGauge(registry, { name: 'waiting', help: 'Waiting.' }, async () => {
      if (isAway) throw new Error('the database is away');
      return oneValue(3);
    });
    addGauge(registry, { name: 'free', help: 'Free.' }, () => oneValue(0));
    expect(await samples(registry)).toEqual(['waiting 3', 'free 0']);
    isAway = true;
    expect(await samples(registry)).toEqual(['free 0']);
    isAway = false;
    expect(await samples(registry)).toEqual(['waiting 3', 'free 0']);
  });
});

describe('what is read for scrapes', () => {
  it('is read once for all that scrape within some seconds, and again after a failure', async () => {
    let reads = 0;
    const read = readForScrapes(async () => {
      if (++reads === 1) throw new Error('away');
      return reads;
    });
    await expect(read()).rejects.toThrow('away');
    expect(await Promise.all([read(), read()])).toEqual([2, 2]);
    expect(await read()).toBe(2);
  });
});
