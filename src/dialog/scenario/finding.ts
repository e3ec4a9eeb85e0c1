/** What the check of a definition found. Nothing blocking, and it may be published. */
export interface Finding {
  severity: 'blocking' | 'warning';
  /** Stable; listed in docs/scenarios.md. */
  code: string;
  /** Where in the document: `["steps", 2, "next"]`. */
  path: (string | number)[];
  /** The step that it concerns. */
  step: string | null;
  /** What is wrong and how to mend it. */
  message: string;
}

type Details = Pick<Finding, 'path' | 'message'> & { step?: string | null };

/** A finding that stands in the way of publication. */
export function blocking(code: string, { step = null, ...details }: Details): Finding {
  return { severity: 'blocking', code, step, ...details };
}

/** A finding that is worth a look. */
export function warning(code: string, { step = null, ...details }: Details): Finding {
  return { severity: 'warning', code, step, ...details };
}
