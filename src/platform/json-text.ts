/**
 * A JSON value kept as its original text, so that no digit of its numbers is lost in a double. `jsonText` writes it where a
 * member has it as its value.
 */
export class JsonText {
  readonly text: string;

  /** @param text valid JSON */
  constructor(text: string) {
    this.text = text;
  }
}

/** A list of JSON values, each kept as its text. */
export const jsonTexts = (texts: readonly string[]): JsonText => new JsonText(`[${texts.join()}]`);

/** A type whose members may also be `JsonText`, except those that are plain strings, numbers or booleans. */
export type Written<Value> = Value extends unknown
  ? {
      [Key in keyof Value]: Value[Key] extends string | number | boolean | null | undefined
        ? Value[Key]
        : Value[Key] | JsonText;
    }
  : never;

/** Writes an object as JSON, with its members in order. `JsonText` is recognized in direct members only, not deeper. */
export function jsonText(value: object): string {
  const members = Object.entries(value);
  if (!members.some(([, member]) => member instanceof JsonText)) return JSON.stringify(value);
  let written = '';
  for (const [name, member] of members) {
    const text = member instanceof JsonText ? member.text : JSON.stringify(member);
    // Added one to the other, long texts are copied once, when the answer is sent. A list and its "join" would copy them again.
    if (text !== undefined) written += `${written === '' ? '' : ','}${JSON.stringify(name)}:${text}`;
  }
  return `{${written}}`;
}
