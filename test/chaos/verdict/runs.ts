import { type Evidence, grouped, type Verdict } from '../evidence.ts';
import { acceptedOf, judgeEnds, nameOf } from './ends.ts';

/** Checks that every run of the workflow ended, whatever the outcome of its order, and wrote its row once. */
export function judgeRuns({ writes, log, records }: Evidence): Verdict {
  const { accepted, violations } = acceptedOf(writes, 'run');
  const name = (id: string) => nameOf(id, accepted.get(id));
  const states = new Map(records.runs.map(({ id, state }) => [id, state]));
  const expected = [...accepted.keys()].map((id) => ({ id, name: name(id) }));
  const { ends, tally, violations: inTheEnds } = judgeEnds('run', expected, log, states);
  violations.push(...inTheEnds);
  for (const [id, end] of ends) {
    // Both bad ends of the order have a branch.
    if (end === 'failed' || end === 'unknown') violations.push(`${name(id)} ended as ${end}`);
  }
  for (const { id } of records.runs) {
    if (!accepted.has(id)) violations.push(`${id} exists although no request was answered with it`);
  }

  const orders = new Map(records.jobs.map(({ ref, state }) => [ref, state]));
  const rows = grouped(records.rows, ({ ref }) => ref);
  for (const [id, { key }] of accepted) {
    const written = rows.get(key) ?? [];
    if (written.length !== 1) violations.push(`${name(id)} wrote its row ${written.length} TIMES`);
    for (const { order } of written) {
      if (order !== orders.get(key))
        violations.push(`${name(id)} wrote ${order} of an order that is ${orders.get(key)}`);
    }
  }
  const refs = new Set([...accepted.values()].map(({ key }) => key));
  for (const ref of rows.keys())
    if (!refs.has(ref)) violations.push(`a row was written for ${ref}, which no run has`);
  return {
    violations,
    counts: [
      ['runs accepted', accepted.size],
      ['ended', tally.succeeded ?? 0],
      ['lost', tally.lost!],
      ['rows written', records.rows.length],
    ],
  };
}
