import { describe, expect, it } from 'vitest';
import { Allowance } from '../../src/dialog/template/allowance.ts';
import { boundedEngine } from '../../src/dialog/template/engine.ts';
import { render, renderText, TemplateError } from '../../src/dialog/template/liquid.ts';
import { patient, processorMs } from '../harness/patience.ts';

/**
 * The time limit is 100 ms of processor time (10 in repeated runs), plus the longest single step. Ten times that allows
 * for a cold engine, and is stretched on a busy machine, where a core is shared and all work costs more processor time;
 * unbounded work takes many seconds or does not end.
 */
const generousMs = 1000;

function renders(
  source: string,
  scope: object,
  allowance = new Allowance(),
): { ms: number; steps: number; error?: Error } {
  let error: Error | undefined;
  const ms = processorMs(() => {
    try {
      renderText(source, scope as Record<string, unknown>, allowance);
    } catch (thrown) {
      error = thrown as Error;
    }
  });
  if (error !== undefined) expect(error).toBeInstanceOf(TemplateError);
  return { ms, steps: allowance.steps, error };
}

const text = 'a'.repeat(480_000);
const inputs: Record<string, object> = {
  'one long text': { it: text, wanted: `b${'a'.repeat(240_000)}` },
  'a text of separators': { it: ' ,&\n=-<'.repeat(68_000), wanted: ' ' },
  'characters of many bytes': { it: '漢\u0130é'.repeat(160_000), wanted: '漢' },
  'thousands of texts': {
    it: Array.from({ length: 4000 }, (_, i) => `${'a'.repeat(200)}${i}`),
    wanted: 'a'.repeat(100_000),
  },
  'thousands of objects': { it: Array.from({ length: 4900 }, (_, i) => ({ a: -i })), wanted: 'a' },
  'lists of lists': {
    it: Array.from({ length: 95 }, () => Array.from({ length: 100 }, (_, i) => `item ${i}`)),
    wanted: 'a',
  },
  'lists in lists, hundreds deep': {
    it: Array.from({ length: 490 }).reduce<unknown[]>((inner) => [inner, 'x'], []),
    wanted: 'a',
  },
};

/** The worst arguments of each filter; an empty text if it takes none. */
const filters: Record<string, string[]> = {
  ...Object.fromEntries(
    [
      ...[
        'escape',
        'xml_escape',
        'escape_once',
        'newline_to_br',
        'strip_html',
        'abs',
        'ceil',
        'floor',
        'round',
      ],
      ...[
        'url_decode',
        'url_encode',
        'cgi_escape',
        'uri_escape',
        'last',
        'first',
        'reverse',
        'size',
        'compact',
      ],
      ...[
        'pop',
        'shift',
        'uniq',
        'date_to_xmlschema',
        'date_to_rfc822',
        'date_to_string',
        'date_to_long_string',
      ],
      ...['downcase', 'upcase', 'strip_newlines', 'squish', 'capitalize', 'normalize_whitespace'],
      ...['base64_encode', 'base64_decode', 'sha256', 'raw', 'to_integer', 'escape_markdown'],
    ].map((name) => [name, ['']]),
  ),
  ...Object.fromEntries(
    ['at_least', 'at_most', 'divided_by', 'minus', 'plus', 'modulo', 'times'].map((name) => [name, [': it']]),
  ),
  ...Object.fromEntries(
    ['where', 'reject', 'has', 'find', 'find_index'].map((name) => [
      name,
      [': "a"', ': "a", wanted', ': it, it'],
    ]),
  ),
  ...Object.fromEntries(
    ['where_exp', 'reject_exp', 'has_exp', 'find_exp', 'find_index_exp', 'group_by_exp'].map((name) => [
      name,
      [
        ': "x", "it contains wanted"',
        ': "x", "it == x"',
        `: "x", "it | ${name}: 'y', 'y == x'"`,
        `: "x", "x | append: x | append: x | upcase | sha256 ${'| downcase '.repeat(80)}"`,
        ': "x", it',
        ': "x", "(1..9999999)"',
      ],
    ]),
  ),
  ...Object.fromEntries(['json', 'jsonify', 'inspect'].map((name) => [name, ['', ': 10', ': wanted']])),
  ...Object.fromEntries(
    ['append', 'prepend', 'concat', 'push', 'unshift', 'default'].map((name) => [name, [': it']]),
  ),
  ...Object.fromEntries(
    ['split', 'remove', 'remove_first', 'remove_last'].map((name) => [name, [': wanted', ': ""', ': it']]),
  ),
  ...Object.fromEntries(
    ['replace', 'replace_first', 'replace_last'].map((name) => [
      name,
      [': wanted, it', ': "", it', ': "a", it', ': it, wanted'],
    ]),
  ),
  ...Object.fromEntries(['strip', 'lstrip', 'rstrip'].map((name) => [name, ['', ': it', ': "a ,&"']])),
  ...Object.fromEntries(
    ['sort', 'sort_natural', 'map', 'sum', 'group_by'].map((name) => [name, [': "a"', ': it']]),
  ),
  sort: ['', ': "a"', ': it', ': "a.a.a.a.a.a.a.a"'],
  sort_natural: ['', ': "a"', ': it'],
  join: ['', ': wanted', ': it'],
  slice: [': 0, 400000', ': -400000, 400000'],
  sample: ['', ': 400000'],
  slugify: ['', ': "latin"', ': "pretty"'],
  date: [`: "${'%Z'.repeat(90)}"`, ': it', ': "%9999999Y"', `: "%${'0'.repeat(190)}"`, ': "%A", it'],
  truncate: [': 400000', ': 400000, it'],
  truncatewords: [': 400000', ': 400000, it'],
  number_of_words: ['', ': "cjk"', ': "auto"'],
  array_to_sentence_string: ['', ': it'],
  hmac_sha256: [': it'],
};

/** The worst use of each tag. */
const tags: Record<string, string[]> = {
  assign: ['{% for i in (1..100000) %}{% assign x = it | upcase | downcase %}{% endfor %}'],
  for: [
    '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}',
    '{% for i in (1..1000) %}{% for j in it reversed %}{% endfor %}{% endfor %}',
    '{% for i in (1..99999999999) %}{% endfor %}',
  ],
  tablerow: [
    '{% for i in (1..1000) %}{% tablerow j in (1..1000) cols: 3 %}{{ it }}{% endtablerow %}{% endfor %}',
  ],
  capture: [
    '{% for i in (1..90) %}{% capture x %}{{ x }}{{ x }}x{% endcapture %}{% endfor %}{{ x }}',
    `{% capture x %}{% for i in (1..900000) %}${'text '.repeat(3000)}{% endfor %}{% endcapture %}{{ x | upcase }}`,
  ],
  case: [
    `{% for i in (1..100000) %}{% case it %}${'{% when wanted %}{% when it, it %}'.repeat(400)}{% endcase %}{% endfor %}`,
  ],
  if: [
    `{% for i in (1..100000) %}{% if it == wanted ${'or it contains wanted '.repeat(400)}%}{% endif %}{% endfor %}`,
    '{% for i in (1..100000) %}{% if it < wanted or it > it %}{% endif %}{% endfor %}',
  ],
  unless: [
    '{% for i in (1..100000) %}{% unless it contains wanted or it contains it %}{% endunless %}{% endfor %}',
  ],
  cycle: ['{% for i in (1..100000) %}{% assign x = it | append: i %}{% cycle x: "a", it %}{% endfor %}'],
  increment: ['{% for i in (1..1000000) %}{% increment n %}{% endfor %}'],
  decrement: ['{% for i in (1..1000000) %}{% decrement n %}{% endfor %}'],
  echo: ['{% for i in (1..100000) %}{% echo it %}{% endfor %}'],
  liquid: ['{% liquid\nfor i in (1..100000)\n for j in it\n echo it\n endfor\nendfor %}'],
  comment: [`{% for i in (1..100000) %}{% comment %}${'x'.repeat(15_000)}{% endcomment %}{% endfor %}`],
  raw: [`{% for i in (1..100000) %}{% raw %}${'{{ x }} '.repeat(1500)}{% endraw %}{% endfor %}`],
  '#': [`{% for i in (1..1000000) %}{% # ${'x'.repeat(15_000)} %}{% endfor %}`],
  break: ['{% for i in (1..1000000) %}{% for j in it %}{% break %}{% endfor %}{% endfor %}'],
  continue: ['{% for i in (1..1000000) %}{% for j in it %}{% continue %}{% endfor %}{% endfor %}'],
};

describe('the worst use of every filter of the engine soon ends', () => {
  it('every filter was reviewed, including those of the last update of the engine', () => {
    expect(Object.keys(boundedEngine({}).filters).sort()).toEqual(Object.keys(filters).sort());
  });

  it.each(Object.keys(filters))('%s', (name) => {
    for (const [kind, scope] of Object.entries(inputs)) {
      for (const args of filters[name]!) {
        const filter = `${name}${args}`;
        const once = `{% assign x = it | ${filter} %}`;
        const again = `{% for i in (1..9000) %}{% assign x = it | ${filter} %}{% endfor %}`;
        const onItself = `{% assign x = it %}{% for i in (1..60) %}{% assign x = x | ${filter} %}{% endfor %}{{ x }}`;
        const sources = kind === 'a text of separators' ? [again, onItself] : [once];
        for (const source of sources) {
          const { ms } = renders(source, scope, new Allowance(10));
          expect(ms, `${kind}: ${source.slice(0, 100)}`).toBeLessThan(patient(generousMs));
        }
      }
    }
  });
});

describe('the worst use of every tag of the engine soon ends', () => {
  it('every tag was reviewed, including those of the last update of the engine', () => {
    expect(Object.keys(boundedEngine({}).tags).sort()).toEqual(Object.keys(tags).sort());
  });

  it.each(Object.keys(tags))('%s', (name) => {
    for (const [kind, scope] of Object.entries(inputs)) {
      for (const source of tags[name]!) {
        const { ms } = renders(source, scope, new Allowance(10));
        expect(ms, `${kind}: ${source.slice(0, 100)}`).toBeLessThan(patient(generousMs));
      }
    }
  });
});

describe('a template that exceeds its limits is ended by a count, whatever the load of the machine', () => {
  it('where_exp that searches 4,000 texts in a long one', () => {
    const scope = { big: 'a'.repeat(500_000), list: Array.from({ length: 4000 }, (_, i) => `a${i}b`) };
    const { error, steps } = renders('{{ list | where_exp: "x", "big contains x" | size }}', scope);
    expect(error?.message).toContain('takes too long');
    expect(steps).toBeLessThan(1_200_000);
  });

  it('a list that contains itself again and again is refused for its number of items when it is written out', () => {
    const source =
      '{% assign a = "x" | split: "," %}{% for i in (1..45) %}{% assign a = a | push: a %}{% endfor %}{{ a | join }}';
    const { error, ms } = renders(source, {});
    expect(error?.message).toContain('10000 items');
    expect(ms).toBeLessThan(patient(generousMs));
  });

  it('a hundred templates of one turn have one time limit together', () => {
    const scope = { list: Array.from({ length: 9000 }, (_, i) => i) };
    const template = Array.from({ length: 1000 }, () => '{{ list | sort | reverse | sum }}');
    const allowance = new Allowance();
    const ms = processorMs(() => expect(() => render(template, scope, allowance)).toThrow(/too long/));
    expect(ms).toBeLessThan(patient(generousMs));
    expect(() => renderText('{{ list.first }}', scope, allowance)).toThrow(/together/);
  });
});

describe('the values that a template reads are bounded', () => {
  it.each([
    ['more than a million characters', { it: ['x'.repeat(1_000_001)] }],
    ['more than 10,000 items in all', { it: Array.from({ length: 101 }, () => Array.from({ length: 100 })) }],
  ])('%s are refused with an explanation', (_name, scope) => {
    expect(() => renderText('{{ it | size }}', scope)).toThrow(
      'a template works with at most 1000000 characters and 10000 items at a time; give it less',
    );
  });

  it('and values that it does not read may have any size', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: i }));
    const scope = { response: { status: 200, body: { rows, id: 7 } } };
    expect(render('{{ response.body.id }}', scope)).toBe(7);
    expect(render('{{ response.body.rows.first.id }}', scope)).toBe(0);
    expect(render('{{ response.body.rows.last.id }}', scope)).toBe(19_999);
  });

  it('a member is counted once if the whole object is also read', () => {
    const scope = { it: { text: 'x'.repeat(90_000), more: 'y'.repeat(800_000) } };
    expect(renderText('{{ it.more | size }} {{ it.text | size }}{% if it %}{% endif %}', scope)).toBe(
      '800000 90000',
    );
  });
});

describe('a replaced filter gives the same output as the original', () => {
  it.each([
    ['{{ list | sort | join }}', '1 10 2 b'],
    ['{{ objects | sort: "n" | map: "n" | join }}', '1 2 10 '],
    ['{{ texts | sort_natural | join }}', 'a B c'],
    ['{{ objects | sort_natural: "t" | map: "t" | join }}', 'a B c '],
    ['{{ "a,b,,c,," | split: "," | json }}', '["a","b","","c"]'],
    ['{{ "añb" | split: "" | join: "-" }}', 'a-ñ-b'],
    ['{{ texts | sample: 9 | sort_natural | join }}', 'a B c'],
    ['{{ texts | sample: 2 | size }}', '2'],
    ['{{ nothing | sort | size }}{{ nothing | sample | json }}', '0[]'],
    ['{{ "x" | sort | json }}', '["x"]'],
    ['{% increment n %}{% increment n %}{{ n }}', '012'],
  ])('%s', (source, expected) => {
    const scope = {
      list: ['b', '10', '2', '1'],
      texts: ['c', 'a', 'B'],
      objects: [{ n: 10, t: 'c' }, { n: 2, t: 'B' }, {}, { n: 1, t: 'a' }],
    };
    expect(renderText(source, scope)).toBe(expected);
  });

  it('a template does not change the values that it reads', () => {
    const scope = { state: { city: 'Paris' } };
    renderText('{% increment state %}{% increment n %}', scope);
    expect(scope).toEqual({ state: { city: 'Paris' } });
  });
});
