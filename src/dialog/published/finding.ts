/** What the check of a method found. */
export interface Finding {
  /** `blocking` forbids publication; `breaking` would break clients of the newest version, and has to be allowed. */
  severity: 'blocking' | 'breaking' | 'warning';
  /** Stable; listed in docs/api-builder.md. */
  code: string;
  /** Where in the method: `["input", 2, "pattern"]`. */
  path: (string | number)[];
  /** What is wrong and how to mend it. */
  message: string;
}

type Part = (string | number)[];

export const blocking = (code: string, path: Part, message: string): Finding => ({
  severity: 'blocking',
  code,
  path,
  message,
});

export const breaking = (code: string, path: Part, message: string): Finding => ({
  severity: 'breaking',
  code,
  path,
  message,
});

export const warning = (code: string, path: Part, message: string): Finding => ({
  severity: 'warning',
  code,
  path,
  message,
});
