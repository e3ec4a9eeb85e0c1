/** A finding of the check of a definition. Without a blocking one it may be published. */
export interface Finding {
  severity: 'blocking' | 'warning';
  /** Stable; listed in docs/scenarios.md. */
  code: string;
  /** The place in the document: `["steps", 2, "next"]`. */
  path: (string | number)[];
  /** The step that it concerns. */
  step: string | null;
  /** What is wrong and how to correct it. */
  message: string;
}

type Details = Pick<Finding, 'path' | 'message'> & { step?: string | null };

/** A finding that prevents publication. */
export function blocking(code: string, { step = null, ...details }: Details): Finding {
  return { severity: 'blocking', code, step, ...details };
}

/** A finding that does not prevent publication. */
export function warning(code: string, { step = null, ...details }: Details): Finding {
  return { severity: 'warning', code, step, ...details };
}
