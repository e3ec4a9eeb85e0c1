/** The first that matches counts: browsers name others that they resemble. */
const programs: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|\bCriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [name: string, mark: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const longestProgram = 40;

/** A device in words, from its `User-Agent`: `Firefox on Linux`, or the first word of a program that is no browser. */
export function deviceOf(userAgent: string | undefined): string {
  const { program, system } = partsOfDevice(userAgent);
  const named = program ?? 'an unknown program';
  return system === null ? named : `${named} on ${system}`;
}

/** The same in parts, for texts in other languages; null for what it does not tell. */
export function partsOfDevice(userAgent = ''): { program: string | null; system: string | null } {
  const program = programs.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0];
  const firstWord = /^[\w.-]+/.exec(userAgent)?.[0].slice(0, longestProgram);
  return { program: program ?? (firstWord || null), system: system ?? null };
}
