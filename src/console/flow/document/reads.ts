import { type JsonObject, mapStrings, type Path, valueAt, withValue } from './json.ts';

const tag = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Lets the templates at a path read something else: `{{ name }}` becomes `{{ state.name }}`. Words that stand outside of templates stay. */
export function withRead(document: JsonObject, path: Path, read: string, instead: string): JsonObject {
  const value = valueAt(document, path);
  if (value === undefined) return document;
  const name = new RegExp(`(?<![\\w.'"-])${escaped(read)}(?![\\w-])`, 'g');
  const inTag = (words: string) => words.replace(name, () => instead);
  return withValue(
    document,
    path,
    mapStrings(value, (text) => text.replace(tag, inTag)),
  );
}
