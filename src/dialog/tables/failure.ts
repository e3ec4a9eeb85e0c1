/** Why a step of a dialog or a run could not read or write rows. Nothing was changed. */
export interface RowsFailure {
  ok: false;
  code: 'table_not_found' | 'rows_invalid' | 'value_invalid' | 'revision_conflict';
  /** A sentence for people who look at the run. */
  message: string;
}
