import type { FindingParams, FindingReason } from './finding-words.ts';

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
  /** Of a template that reads what there is not, if something else is called nearly so: what it reads, and what was probably meant. */
  suggestion?: { read: string; instead: string };
  /** Which of the sentences of its code it is, with what it names: for those who say it in another language. */
  reason: FindingReason;
  params: FindingParams;
}

/** Whether a definition with these findings may be published. */
export const isPublishable = (findings: readonly Finding[]): boolean =>
  !findings.some(({ severity }) => severity === 'blocking');

type Details = Pick<Finding, 'path' | 'message' | 'suggestion' | 'reason' | 'params'> & {
  step?: string | null;
};

/** A finding that prevents publication. */
export function blocking(code: string, { step = null, ...details }: Details): Finding {
  return { severity: 'blocking', code, step, ...details };
}

/** A finding that does not prevent publication. */
export function warning(code: string, { step = null, ...details }: Details): Finding {
  return { severity: 'warning', code, step, ...details };
}
