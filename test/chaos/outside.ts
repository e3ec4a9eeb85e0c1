import { openSync, writeSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Opens a log file with one JSON text on each line. A line is written when the call returns, before any answer is sent.
 */
export function notesIn<Line>(file: string): (line: Line) => void {
  const handle = openSync(file, 'a');
  return (line) => void writeSync(handle, `${JSON.stringify(line)}\n`);
}

/** Prints the port that it listens on, and ends when its parent ends. */
export function standOutside(server: Server): void {
  server.keepAliveTimeout = 30_000;
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
  process.stdin.resume().on('end', () => process.exit(0));
}
