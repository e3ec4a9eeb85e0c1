/** Shows how far a command is: one line that is rewritten on a terminal, a line every few seconds elsewhere. */
export interface Progress {
  /** @param done and `total` in the unit that progresses evenly, such as bytes. @param rows for people */
  update(done: number, rows: number): void;
  finish(): void;
}

export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const barWidth = 24;
const redrawMs = 100;
const lineMs = 5000;

export function startProgress(total: number, terminal: Terminal, now: () => number = Date.now): Progress {
  const began = now();
  let shownAt = Number.NEGATIVE_INFINITY;
  let last = '';
  const show = (text: string) => {
    if (terminal.isTTY) terminal.write(`\r\u001b[2K${text.slice(0, (terminal.columns ?? 80) - 1)}`);
    else terminal.write(`${text}\n`);
  };
  return {
    update(done, rows) {
      last = describe(done, total, rows, now() - began);
      if (now() - shownAt < (terminal.isTTY ? redrawMs : lineMs)) return;
      shownAt = now();
      show(last);
    },
    finish() {
      if (last !== '') show(last);
      if (terminal.isTTY) terminal.write('\n');
    },
  };
}

/** Such as `[############------------]  50 %  10,000 rows  2,000 rows/s  0:05 left`. */
export function describe(done: number, total: number, rows: number, elapsedMs: number): string {
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(part * barWidth);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`;
  const rate = elapsedMs > 0 ? Math.round((rows / elapsedMs) * 1000) : 0;
  const leftMs = part > 0 ? (elapsedMs / part) * (1 - part) : undefined;
  const left = leftMs === undefined ? '' : `  ${duration(leftMs)} left`;
  const percent = `${Math.floor(part * 100)} %`.padStart(5);
  return `${bar} ${percent}  ${number(rows)} rows  ${number(rate)} rows/s${left}`;
}

export const number = (value: number): string => value.toLocaleString('en-US');

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
