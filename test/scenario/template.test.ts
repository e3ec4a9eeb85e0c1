import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/dialog/template/json.ts';
import {
  checkTemplate,
  readsOf,
  render,
  renderText,
  type Scope,
  TemplateError,
} from '../../src/dialog/template/liquid.ts';
import { processorMs } from '../harness/patience.ts';

const scope: Scope = {
  event: { amount: 5, list: [1, 'a'], object: { x: null }, yes: true, text: 'tea' },
  state: { city: 'Paris' },
};

describe('a string that is one expression keeps the type of its value', () => {
  it.each<[Json, Json]>([
    ['{{ event.amount }}', 5],
    ['{{event.list}}', [1, 'a']],
    ['{{ event.object }}', { x: null }],
    ['{{ event.yes }}', true],
    ['{{ event.missing }}', null],
    ['{{ event.missing.deeper }}', null],
    ['{{ event.amount | plus: 1 }}', 6],
    [
      { a: ['{{ event.amount }}', 1, null, true], b: '{{ state.city }}' },
      { a: [5, 1, null, true], b: 'Paris' },
    ],
  ])('%j', (template, value) => {
    expect(render(template, scope)).toEqual(value);
  });
});

describe('in any other string values become text', () => {
  it.each([
    ['{{ event.amount }} pieces', '5 pieces'],
    [' {{ event.amount }}', ' 5'],
    ['{{ event.amount }}{{ event.yes }}', '5true'],
    ['a{{ event.missing }}b', 'ab'],
    ['is {{ event.list }} {{ event.object }}', 'is [1,"a"] {"x":null}'],
    ['{% if state.city == "Paris" %}yes{% endif %}', 'yes'],
    ['no { expression } here %}', 'no { expression } here %}'],
  ])('%s', (template, text) => {
    expect(render(template, scope)).toBe(text);
    expect(renderText(template, scope)).toBe(text);
  });
});

it('keys are not rendered', () => {
  expect(render({ '{{ event.amount }}': 1 }, scope)).toEqual({ '{{ event.amount }}': 1 });
});

it.each([
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '__proto__.polluted',
  'constructor.constructor',
])('inherited properties cannot be read: %s', (name) => {
  expect(renderText(`a{{ event.${name} }}{{ event.list.${name} }}`, scope)).toBe('a');
  expect(render(`{{ event.${name} }}`, scope)).toBeNull();
});

it.each([
  '{% include "/etc/passwd" %}',
  "{% render '../package.json' %}",
  '{% layout "x" %}',
  '{% block x %}{% endblock %}',
])('files cannot be included: %s', (source) => {
  expect(() => checkTemplate(source)).toThrow(TemplateError);
});

describe('a template that cannot be read says why', () => {
  it.each([
    ['{{ event.amount', /not closed/],
    ['{% if x %}', /not closed/],
    ['{{ x | shout }}', /undefined filter: shout/],
    ['{% nothing %}', /tag "nothing" not found/],
    [`${'x'.repeat(20_001)}{{ a }}`, /20000/],
  ])('%.40s', (source, message) => {
    expect(() => checkTemplate(source)).toThrow(message);
  });
});

describe('a template that needs too much is ended soon', () => {
  it.each([
    '{% for i in (1..100000000) %}x{% endfor %}',
    '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{{ k }}{% endfor %}{% endfor %}{% endfor %}',
    '{% assign s = "xxxxxxxxxx" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
    '{{ "x" | append: event.text | replace: "t", big | replace: "x", big | replace: "x", big }}',
  ])('%.60s', (source) => {
    const spent = processorMs(() =>
      expect(() => render(source, { ...scope, big: 'x'.repeat(5000) })).toThrow(TemplateError),
    );
    expect(spent).toBeLessThan(3000);
  });

  it('and one that gives more than 100,000 characters', () => {
    expect(() => render('{{ a }}{{ a }}', { a: 'x'.repeat(50_001) })).toThrow(/100000/);
  });

  it('and a value that is nested too deep', () => {
    const deep = Array.from({ length: 51 }).reduce<Json>((inner) => [inner], '{{ a }}');
    expect(() => render(deep, scope)).toThrow(/50 deep/);
  });
});

describe('the names that a template reads', () => {
  it.each([
    [
      '{{ state.city }} {{ steps.a.result.id }}',
      [
        ['state', 'city'],
        ['steps', 'a', 'result', 'id'],
      ],
    ],
    [
      '{% for r in table.prices.rows %}{{ r.a }}{{ forloop.index }}{% endfor %}',
      [['table', 'prices', 'rows']],
    ],
    ['{{ state["a b"] }}', [['state', 'a b']]],
    ['{{ table[event.name].first.a }}', [['table'], ['event', 'name']]],
    ['{% assign x = 1 %}{{ x }}', []],
    ['no template', []],
  ])('%s', (source, reads) => {
    expect(readsOf(source)).toEqual(reads);
  });
});
