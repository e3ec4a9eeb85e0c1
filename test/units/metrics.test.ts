import { describe, expect, it } from 'vitest';
import { Counter, exposition, gauge, Histogram } from '../../src/platform/metrics.ts';

describe('the text format of Prometheus', () => {
  it('has the kind, the help and the values of each metric', () => {
    const counter = new Counter('tries_total', 'Tries.');
    counter.add({ kind: 'a', how: 'well' });
    counter.add({ kind: 'a', how: 'well' });
    counter.add({ kind: 'b', how: 'badly' });
    const text = exposition([counter.family(), gauge('up', 'Up.', [{ value: 1 }])]);
    expect(text).toBe(
      [
        '# HELP tries_total Tries.',
        '# TYPE tries_total counter',
        'tries_total{kind="a",how="well"} 2',
        'tries_total{kind="b",how="badly"} 1',
        '# HELP up Up.',
        '# TYPE up gauge',
        'up 1',
        '',
      ].join('\n'),
    );
  });

  it('accumulates the buckets of a histogram, including empty ones', () => {
    const histogram = new Histogram('took_seconds', 'Took.', [0.1, 1, 10]);
    for (const seconds of [0.05, 0.1, 2, 11]) histogram.observe({ route: '/' }, seconds);
    expect(exposition([histogram.family()]).split('\n').slice(2, -1)).toEqual([
      'took_seconds_bucket{route="/",le="0.1"} 2',
      'took_seconds_bucket{route="/",le="1"} 2',
      'took_seconds_bucket{route="/",le="10"} 3',
      'took_seconds_bucket{route="/",le="+Inf"} 4',
      'took_seconds_sum{route="/"} 13.15',
      'took_seconds_count{route="/"} 4',
    ]);
  });

  it('escapes characters that could end a label, and leaves out a metric without values', () => {
    const counter = new Counter('odd_total', 'Odd.');
    expect(exposition([counter.family()])).toBe('\n');
    counter.add({ name: 'a"b\\c\nd' });
    expect(exposition([counter.family()])).toContain('odd_total{name="a\\"b\\\\c\\nd"} 1');
  });
});
