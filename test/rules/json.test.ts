import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

it('values become JSON by jsonText or JSON.stringify, and not in a template string', () => {
  // As JSON.stringify writes it; text for people has a space after the colon.
  const spliced = /`[^`\n]*[{,]"\w+":(?! )[^`\n]*\$\{/;
  const faults = readSources('src').flatMap(({ path, lines }) =>
    lines.flatMap((line, i) =>
      spliced.test(line) ? [`${path}:${i + 1}: use jsonText of src/platform/json-text.ts`] : [],
    ),
  );
  expect(faults).toEqual([]);
});
