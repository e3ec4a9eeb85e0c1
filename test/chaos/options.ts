import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const usage = `Usage: npm run chaos -- [options]

  --short          15 s with 8 kills, well under a minute in all, for CI
  --seconds N      duration of the faults (75)
  --kills N        kill -9 of a server process (30)
  --seed N         repeats the choices of an earlier run
  --no-redis       tickets on Postgres, and no Redis at all
  --pgbouncer      the servers reach Postgres through a PgBouncer in session mode
  --cuts N         how often connections to the database are cut (6)
  --freezes N      how often all connections to the database freeze for good (2)
  --stalls N       how often a process is stopped for longer than its lease (2)
  --customers N    customers who get messages, with one client each (36)
  --others N       clients each for operations, for events into dialogs, and for workflows (6)
  --pause N        mean pause of a client between two writes, ms (250)
  --keep           keep the folder of the run`;

/** How a run is made. */
export interface Options {
  seconds: number;
  kills: number;
  seed: number;
  redis: boolean;
  pgbouncer: boolean;
  cuts: number;
  freezes: number;
  stalls: number;
  customers: number;
  others: number;
  pauseMs: number;
  keep: boolean;
}

/** Reads the command line; ends the process with its usage where that cannot be read. */
export function readOptions(): Options {
  const whole = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      options: {
        ...{
          seconds: whole,
          kills: whole,
          seed: whole,
          cuts: whole,
          freezes: whole,
          stalls: whole,
          customers: whole,
          others: whole,
          pause: whole,
        },
        ...{ short: flag, 'no-redis': flag, pgbouncer: flag, keep: flag },
      },
    });
    const { short } = values;
    const number = (value: string | undefined, standard: number) => {
      const read = value === undefined ? standard : Number(value);
      if (!Number.isInteger(read) || read < 0) throw new TypeError(`${value} is no whole number`);
      return read;
    };
    return {
      seconds: Math.max(6, number(values.seconds, short ? 15 : 75)),
      kills: number(values.kills, short ? 8 : 30),
      seed: number(values.seed, randomInt(1_000_000)),
      redis: !values['no-redis'],
      pgbouncer: values.pgbouncer,
      cuts: number(values.cuts, short ? 2 : 6),
      freezes: number(values.freezes, short ? 1 : 2),
      stalls: number(values.stalls, short ? 1 : 2),
      customers: number(values.customers, 36),
      others: number(values.others, 6),
      pauseMs: number(values.pause, 250),
      keep: values.keep,
    };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
    process.exit(2);
  }
}
