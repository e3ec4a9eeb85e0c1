/** A finding of the check of a method. */
export interface Finding {
  /** `blocking` prevents publication; `breaking` would break clients of the newest version and must be allowed explicitly. */
  severity: 'blocking' | 'breaking' | 'warning';
  /** Stable; listed in docs/api-builder.md. */
  code: string;
  /** The place in the method: `["input", 2, "pattern"]`. */
  path: (string | number)[];
  /** What is wrong and how to correct it. */
  message: string;
}

type Part = (string | number)[];

/** A finding that prevents publication. */
export const blocking = (code: string, path: Part, message: string): Finding => ({
  severity: 'blocking',
  code,
  path,
  message,
});

/** A finding that must be allowed explicitly. */
export const breaking = (code: string, path: Part, message: string): Finding => ({
  severity: 'breaking',
  code,
  path,
  message,
});

/** A finding that does not prevent publication. */
export const warning = (code: string, path: Part, message: string): Finding => ({
  severity: 'warning',
  code,
  path,
  message,
});
