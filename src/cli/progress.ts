/** Shows the progress of a command: one line that is rewritten on a terminal, or a line every few seconds elsewhere. */
export interface Progress {
  /**
   * @param done and `total` in a unit that grows evenly, such as bytes
   * @param rows for people; undefined if they are not known
   */
  update(done: number, rows: number | undefined): void;
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

/** @param total undefined if it is not known in advance */
export function startProgress(
  total: number | undefined,
  terminal: Terminal,
  now: () => number = Date.now,
): Progress {
  const began = now();
  let shownAt = Number.NEGATIVE_INFINITY;
  let last = '';
  let shown = '';
  const show = (text: string) => {
    shown = text;
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
      if (last !== shown) show(last);
      if (terminal.isTTY) terminal.write('\n');
    },
  };
}

/** Formats progress, such as `[############------------]  50 %  10,000 rows  2,000 rows/s  0:05 left`. */
export function describe(
  done: number,
  total: number | undefined,
  rows: number | undefined,
  elapsedMs: number,
): string {
  const parts = [
    total === undefined ? `${number(done)} bytes` : bar(total === 0 ? 1 : Math.min(1, done / total)),
  ];
  if (rows !== undefined) {
    const rate = elapsedMs > 0 ? Math.round((rows / elapsedMs) * 1000) : 0;
    parts.push(`${number(rows)} rows`, `${number(rate)} rows/s`);
  }
  if (total !== undefined && done > 0) {
    parts.push(`${duration(elapsedMs * Math.max(0, total / done - 1))} left`);
  }
  return parts.join('  ');
}

function bar(part: number): string {
  const filled = Math.round(part * barWidth);
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${`${Math.floor(part * 100)} %`.padStart(5)}`;
}

/** Formats a number with commas between thousands. */
export const number = (value: number): string => value.toLocaleString('en-US');

/** Formats milliseconds. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Formats a time of milliseconds, such as `3.2 s`. */
export const seconds = (ms: number): string => (ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms));

/** Formats a number of bytes, such as `12.5 MiB`. */
export function size(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? number(value) : value.toFixed(1)} ${units[unit]}`;
}
