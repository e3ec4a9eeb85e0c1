import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

/** Exported although nothing imports it, and why. */
const reasons: Record<string, string> = {
  'src/dialog/gate/project-gate.ts missingScope':
    'for routes that need several scopes and ask for them themselves',
  'src/dialog/http/json-body.ts parseJsonBody': 'the parser without Fastify around it',
  'src/dialog/projects/installation.ts WrongEncryptionKey': 'tells this failure of a start from all others',
  'src/dialog/tasks/finish.ts settle': 'pure, and can be tried without a database',
};

it('what is exported is imported somewhere', () => {
  const sources = readSources('src');
  const taken = new Set(
    [...sources, ...readSources('test', 'bench')].flatMap(({ links }) =>
      links.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)),
    ),
  );
  const unused = sources.flatMap(({ path, text, exports }) =>
    exports
      .filter(({ name }) => !taken.has(`${path} ${name}`) && !taken.has(`${path} *`))
      // A type that stands in the signature of something exported is for the reader, who may want its name.
      .filter(({ name, isType }) => !(isType && text.match(new RegExp(`\\b${name}\\b`, 'g'))!.length > 1))
      // drizzle-kit reads every table.
      .filter(() => !path.endsWith('/schema.ts'))
      .filter(({ name }) => !reasons[path] && !reasons[`${path} ${name}`])
      .map(
        ({ name }) =>
          `${path}: nothing imports ${name}; drop "export" or remove it, or give the reason in test/rules/exports.test.ts`,
      ),
  );
  expect(unused).toEqual([]);
});
