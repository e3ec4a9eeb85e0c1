import { type Language, languages } from '../text/languages.ts';
import { language } from '../text/text.ts';
import type { ExampleName } from './example-names.ts';
import { inLanguage } from './in-language.ts';

/** The files of the examples, which lie in `examples/` of the project and are built into the console. */
const bodies = import.meta.glob<Record<string, unknown>>(
  '../../../examples/{faq,lead-form,booking,hand-over,documents,languages}/**/*.json',
  { eager: true, import: 'default' },
);

/** A file of an example: the body of one request, whose address is the path without the ending. */
export interface ExampleFile {
  /** `tables`, `rows`, `scenario`, …; `calendar` for the calendar itself. */
  folder: string;
  /** `answers` of `tables/answers`. */
  name: string;
  /** Below the project: `tables/answers`. */
  path: string;
  body: Record<string, unknown>;
}

/** The words of a language, which lie beside the folders of the example; none for its own language. */
function wordsOf(example: ExampleName, wanted: Language): Record<string, string> {
  const file = Object.keys(bodies).find((path) => path.endsWith(`/examples/${example}/${wanted}.json`));
  return file === undefined ? {} : (bodies[file] as Record<string, string>);
}

/** The files of an example in the language of the page, in the order of their paths. */
export function filesOf(example: ExampleName): ExampleFile[] {
  const folder = `/examples/${example}/`;
  const words = wordsOf(example, language);
  return Object.entries(bodies).flatMap(([file, body]) => {
    const at = file.indexOf(folder);
    if (at < 0) return [];
    const path = file.slice(at + folder.length).replace(/\.json$/, '');
    if (path in languages) return [];
    const [first = '', name = first] = path.split('/');
    return [{ folder: first, name, path, body: inLanguage(body, words) }];
  });
}
