import { describe, expect, it } from 'vitest';
import { templateFaults } from '../../src/dialog/operations/templates.ts';
import { checkDefinition } from '../../src/dialog/scenario/check.ts';
import {
  Allowance,
  allowanceToCheck,
  checkTemplate,
  outermost,
  readsOf,
  renderText,
  TemplateError,
} from '../../src/dialog/template/liquid.ts';
import { processorMs } from '../harness/patience.ts';

const b = (count: number, between: string) => Array.from({ length: count }, () => 'b').join(between);
const world = { operations: {}, tables: {}, workflows: [], receivers: [], channels: [] };

/** Each of about 20,000 characters, and different in each call, so that the cache of parsed templates does not help. */
const attacks: Record<string, (i: number) => string> = {
  'a path of thousands of segments': (i) => `{{ a${i}.${b(9900, '.')} }}`,
  'a path of thousands of brackets': (i) => `{{ a${i}${'[b]'.repeat(6000)} }}`,
  'brackets in which a quote hides the others': (i) => `{{ a${i}[b ' ]${'[b]'.repeat(6000)}' }}`,
  'brackets in brackets': (i) => `{{ ${'a['.repeat(6000)}${i}${']'.repeat(6000)} }}`,
  'a filter with thousands of arguments': (i) => `{{ a${i} | date: ${b(9900, ',')} }}`,
  'thousands of filters': (i) => `{{ a${i} ${'| upcase '.repeat(2000)} }}`,
  'a condition with thousands of operands': (i) => `{% if a${i} or ${b(3800, ' or ')} %}x{% endif %}`,
  'the same without an end of lines': (i) => `{% liquid if a${i} or ${b(3800, ' or ')}\nendif %}`,
  'a case with thousands of values': (i) => `{% case a${i} %}{% when ${b(9000, ',')} %}{% endcase %}`,
  'values behind a quote': (i) => `{% case a${i} %}{% when b ' or ${b(3800, ' or ')}' %}{% endcase %}`,
  'a cycle of thousands of values': (i) => `{% cycle a${i}, ${b(9000, ',')} %}`,
  'thousands of expressions': (i) => `{{a${i}}}${'{{a}}'.repeat(3900)}`,
  'thousands of assignments': (i) => `{% assign a${i} = b %}${'{%assign a=b%}'.repeat(1300)}`,
  'parentheses in parentheses': (i) => `{{ ${'('.repeat(3900)}${i}${'..1)'.repeat(3900)} }}`,
};

describe('a template that takes long to parse is refused before it is parsed', () => {
  it.each(Object.entries(attacks))('%s', (_, attack) => {
    checkTemplate('{{ a.b | date: c }}{% if a or b %}{% endif %}');
    for (const i of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const source = attack(i);
      expect(source.length).toBeLessThanOrEqual(20_000);
      // Ten of them took from 1 to 12 seconds.
      const ms = processorMs(() =>
        expect(() => checkTemplate(source)).toThrow(/ has at most | reads at most /),
      );
      expect(ms).toBeLessThan(200);
    }
  });

  it('as a finding for each template of a definition, and the next one is still checked', () => {
    const steps = Object.values(attacks).map((attack, i) => ({
      id: `s${i}`,
      type: 'end',
      output: attack(i),
    }));
    const definition = { triggers: [], steps: [...steps, { id: 'last', type: 'end', output: '{{ oops' }] };
    const ms = processorMs(() => {
      const found = checkDefinition(definition, 'workflow', world as never);
      const bad = found.filter(({ code }) => code === 'bad_template').map(({ step }) => step);
      expect(bad).toEqual([...steps.map(({ id }) => id), 'last']);
    });
    expect(ms).toBeLessThan(2000);
  });

  it('as an error of an operation', () => {
    const names = ['a'];
    const sources = Object.values(attacks).map((attack) => attack(0));
    const faults = templateFaults(sources, names, ['body'], allowanceToCheck());
    expect(faults.map(({ path }) => path)).toEqual(sources.map((_, i) => ['body', i]));
  });

  it('and when it is rendered, too', () => {
    for (const attack of Object.values(attacks)) {
      expect(() => renderText(attack(0), { a: 1 })).toThrow(TemplateError);
    }
  });
});

describe('the limits of a template', () => {
  const tooManyOperands = 'a tag or a filter has at most 100 arguments, operands or filters';
  it.each([
    ['a path of 50 segments', `{{ a.${b(49, '.')} }}`],
    ['a filter with 100 arguments', `{{ a | where: ${b(100, ', ')} }}`],
    ['a condition with 100 operands', `{% if ${b(100, ' or ')} %}x{% endif %}`],
    [
      'a comparison of 50 pairs',
      `{% if ${Array.from({ length: 50 }, () => 'a.b == "c"').join(' and ')} %}x{% endif %}`,
    ],
    ['500 expressions', '{{ a.b }}'.repeat(500)],
    ['a text with hundreds of commas', `{{ a | append: "${'x, y. [z] or | '.repeat(300)}" }}`],
    ['a text with an apostrophe', `{{ a | append: 'it\\'s ${'x, '.repeat(300)}' }}`],
    ['hundreds of words that are a comment', `{% # it's ${'words, '.repeat(300)} %}`],
    ['a raw part with an open brace', `{% raw %}{{ ' {% endraw %}{{ a }}`],
    ['a liquid tag of hundreds of lines', `{% liquid\n${'assign x = a | plus: 1\n'.repeat(200)}%}`],
  ])('%s', (_, source) => {
    expect(() => checkTemplate(source)).not.toThrow();
  });

  it.each([
    ['a path of 51 segments', `{{ a.${b(50, '.')} }}`, 'a path has at most 50 segments'],
    ['a filter with 101 arguments', `{{ a | where: ${b(101, ', ')} }}`, tooManyOperands],
    ['a condition with 101 operands', `{% if ${b(101, ' or ')} %}x{% endif %}`, tooManyOperands],
    ['501 expressions', '{{ a.b }}'.repeat(501), 'a template reads at most 500 values; make several of it'],
  ])('%s are one too many', (_, source, message) => {
    expect(() => checkTemplate(source)).toThrow(new TemplateError(message));
  });
});

describe('the templates of one definition share a limit for parsing', () => {
  const heavy = (i: number) => `{{ a${i} }}${'{{ a.b.c }}'.repeat(499)}`;

  it('so after some large ones the next is refused, even if all were parsed before', () => {
    for (const _ of [1, 2]) {
      const allowance = allowanceToCheck();
      const parsed = [];
      let refused: unknown;
      const ms = processorMs(() => {
        for (let i = 0; i < 200 && !refused; i++) {
          try {
            parsed.push(readsOf(heavy(i), allowance));
          } catch (error) {
            refused = error;
          }
        }
      });
      expect(refused).toBeInstanceOf(TemplateError);
      expect(parsed.length).toBeLessThan(50);
      expect(ms).toBeLessThan(2000);
    }
  });

  it('and parsing during a turn counts for the turn, once', () => {
    const source = heavy(1000);
    // Steps are compared, so the time must not end first where the machine is slow.
    const first = new Allowance(60_000);
    const second = new Allowance(60_000);
    renderText(source, { a: 1 }, first);
    renderText(source, { a: 1 }, second);
    expect(first.steps).toBeGreaterThan(second.steps + 500 * 20);
  });
});

it('paths inside of other paths are found in one pass over all of them', () => {
  expect(outermost([['a', 'b'], ['a', 'b', 'c'], ['a', 'd'], ['ab'], ['a', 'b']])).toEqual([
    ['a', 'b'],
    ['a', 'd'],
    ['ab'],
    ['a', 'b'],
  ]);
  expect(outermost([['a'], []])).toEqual([[]]);
  const looks = (length: number) => {
    let count = 0;
    const path = new Proxy(
      Array.from({ length }, () => 'b'),
      {
        get: (target, key) => {
          count++;
          return Reflect.get(target, key);
        },
      },
    );
    outermost([path]);
    return count;
  };
  expect(looks(2000)).toBeLessThan(3 * looks(1000));
});
