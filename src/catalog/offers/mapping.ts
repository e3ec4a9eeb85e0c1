import type { FileRecord } from './records.ts';

/** What a request says about the fields of records. */
export interface Mapping {
  /** The fields of members that have other names. */
  map: Readonly<Record<string, string>>;
  /** Values of fields that a record has no value for. */
  set: Readonly<Record<string, string>>;
}

/** Renames the members of JSON records. A name that is mapped counts before a member that has the field's own name. */
export async function* renamed(
  records: AsyncIterable<FileRecord>,
  map: Mapping['map'],
): AsyncGenerator<FileRecord> {
  for await (const record of records) {
    if (record.input) {
      const entries = Object.entries(record.input);
      const mapped = entries.flatMap(([name, value]) =>
        Object.hasOwn(map, name) ? [[map[name]!, value] as const] : [],
      );
      const others = entries.filter(([name]) => !Object.hasOwn(map, name));
      record.input = Object.fromEntries([...others, ...mapped]);
    }
    yield record;
  }
}

/** Gives records the values that they lack. */
export async function* completed(
  records: AsyncIterable<FileRecord>,
  set: Mapping['set'],
): AsyncGenerator<FileRecord> {
  const constants = Object.entries(set);
  for await (const record of records) {
    if (record.input) {
      for (const [field, value] of constants) {
        const given = record.input[field];
        if (given === undefined || given === null || given === '') record.input[field] = value;
      }
    }
    yield record;
  }
}
