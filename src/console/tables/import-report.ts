import { itemsOf, membersOf } from '../api/json-text.ts';

/** What the server read in a file, or wrote of it. */
export interface ImportReport {
  rows: number;
  columns: string[];
  faults: { line: number; column: string | null; message: string }[];
  /** The first rows, with the JSON texts of their values. */
  preview: ReadonlyMap<string, string>[];
  written: number;
  total: number;
  revision: number;
}

/** Reads it so that numbers of the preview keep their digits. */
export function readReport(text: string): ImportReport {
  const preview = itemsOf(membersOf(text).get('preview') ?? '[]').map(membersOf);
  return { ...(JSON.parse(text) as ImportReport), preview };
}
