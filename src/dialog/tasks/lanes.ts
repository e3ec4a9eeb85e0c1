/** Lanes of one sort. Each record of that sort has a lane, and the tasks of a lane run one after the other. */
export interface Lanes {
  /** The start of the names of its lanes, for statements that build them. */
  prefix: string;
  /** The lane of one record. @param id of the record, or several ids separated by colons */
  of(id: string): string;
}

/** Names a sort of lanes. Only this function builds the names of lanes; each sort is defined once, beside its kind. */
export function lanesOf(sort: string): Lanes {
  const prefix = `${sort}:`;
  return { prefix, of: (id) => prefix + id };
}
