import { Liquid } from 'liquidjs';
import { expect, it } from 'vitest';
import { Allowance } from '../../src/dialog/template/allowance.ts';
import { boundedEngine, renderBounded } from '../../src/dialog/template/engine.ts';
import { render } from '../../src/dialog/template/liquid.ts';

/** All projects' templates share an engine, and one turn's templates share their data. */

const data = () => ({
  text: 'b,a',
  number: 2,
  list: ['b', 'a', null, 'a'],
  objects: [
    { name: 'b', at: 1 },
    { name: 'a', at: { deep: [1] } },
  ],
  object: { name: 'x', list: [3, 1] },
});
const names = Object.keys(data());

const filtered = Object.keys(new Liquid().filters).flatMap((filter) =>
  names.flatMap((name) => [
    `{{ ${name} | ${filter} }}`,
    `{{ ${name} | ${filter}: "name" }}{% assign made = ${name} | ${filter}: "name", object %}{{ made | json }}`,
    `{{ ${name} | ${filter}: list, objects }}`,
    `{{ ${name} | ${filter}: "item", "item.name" }}`,
  ]),
);
const tagged = [...names, '__proto__', 'constructor', 'toString', 'made'].flatMap((name) => [
  `{% assign ${name} = "stolen" %}{{ ${name} }}`,
  `{% capture ${name} %}stolen{% endcapture %}{{ ${name} }}`,
  `{% increment ${name} %}{% decrement ${name} %}{% increment ${name} %}`,
  `{% cycle ${name}: "one", "two" %}{% cycle ${name}: "one", "two" %}`,
  `{% for ${name} in objects reversed %}{% assign objects = ${name} %}{{ forloop.index }}{% endfor %}`,
  `{% for item in ${name} limit: 1 %}{% endfor %}{% for item in ${name} offset: continue %}{{ item }}{% endfor %}`,
  `{% tablerow ${name} in list cols: 2 %}{{ tablerowloop.col }}{% endtablerow %}`,
  `{{ ${name}.constructor.prototype }}{{ ${name}["__proto__"] | json }}{{ forloop.parentloop }}`,
]);

it('no filter and no tag changes the data or the engine, so a template gives the same whatever was rendered before', () => {
  for (const options of [{}, { keepOutputType: true }]) {
    const engine = boundedEngine(options);
    const scope = freeze(data());
    const rendered = (source: string): unknown => {
      try {
        return renderBounded(engine, engine.parse(source), scope, new Allowance());
      } catch (error) {
        const { message } = error as Error;
        // What a frozen object says when it is written to.
        expect(message).not.toMatch(/read only|not extensible|Cannot (?:add|assign|delete)/);
        return message;
      }
    };
    const sources = [...filtered, ...tagged].filter((source) => !source.includes('| sample'));
    const before = picture(engine);
    const first = sources.map(rendered);
    expect(first.filter((given) => typeof given === 'string').length).toBeGreaterThan(200);
    expect(sources.toReversed().map(rendered).toReversed()).toEqual(first);
    expect(picture(engine)).toEqual(before);
  }
});

/** Freezes data through and through. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

/** The members of all objects that can be reached from an engine, by the order in which they are found. */
function picture(engine: Liquid): string[][] {
  const numbers = new Map<unknown, number>();
  const lines: string[][] = [];
  const open: unknown[] = [engine];
  const sayOf = (value: unknown) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return String(value);
    if (!numbers.has(value)) {
      numbers.set(value, numbers.size);
      open.push(value);
    }
    return `#${numbers.get(value)}`;
  };
  while (open.length > 0) {
    const next = open.pop() as object;
    const parts = Object.entries(Object.getOwnPropertyDescriptors(next));
    lines.push([
      sayOf(Object.getPrototypeOf(next)),
      ...parts.map(([name, { value, get }]) => `${name}: ${sayOf(value ?? get)}`),
    ]);
  }
  return lines;
}

it('no fault of a template quotes a value, so that none comes into the audit log or before those who may not see it', () => {
  const word = 'quxquote';
  const scope = {
    text: word,
    list: [word, word],
    object: { [word]: word, name: word },
    objects: [{ name: word }],
    n: 3,
  };
  const values = Object.keys(scope);
  const sources = [
    ...Object.keys(new Liquid().filters).flatMap((filter) =>
      values.flatMap((value) =>
        ['', ...values.flatMap((given) => [`: ${given}`, `: "name", ${given}`]), ': text, text, text'].map(
          (given) => `{{ ${value} | ${filter}${given} }}`,
        ),
      ),
    ),
    ...values.flatMap((value) => [
      `{% for x in (1..${value}) %}{% endfor %}{% for x in list limit: ${value} %}{% endfor %}`,
      `{% tablerow x in list cols: ${value} %}{% endtablerow %}{{ list[${value}].a.b }}{{ 1 | divided_by: ${value} }}`,
    ]),
  ];
  const faults = sources.flatMap((source) => {
    try {
      render(source, scope, new Allowance());
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
  expect(faults.length).toBeGreaterThan(20);
  expect(faults.filter((message) => message.includes(word))).toEqual([]);
});
