/** Vitest loads its configuration, and with it this module, anew for each project. */
const kept = globalThis as { saidByTests?: Set<string> };
kept.saidByTests ??= new Set();
const said = kept.saidByTests;

/** Prints a line on stderr, once in this process. */
export function sayOnce(line: string): void {
  if (said.has(line)) return;
  said.add(line);
  process.stderr.write(`\n${line}\n`);
}
