import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDefinition } from '../../src/dialog/scenario/definition.ts';
import { readSources } from '../rules/sources.ts';

const page = readFileSync('docs/scenarios.md', 'utf8');

describe('docs/scenarios.md', () => {
  const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, source]) => JSON.parse(source!));
  const steps = examples.filter((example) => 'id' in example);

  it.each(steps.map((step) => [step.type, step]))('shows a step of type %s that can be read', (_, step) => {
    expect(readDefinition({ steps: [step] }, 'scenario').findings).toBeUndefined();
  });

  it('shows every type of step, and a whole definition', () => {
    const refusal = readDefinition({ steps: [{ id: 'x', type: '?' }] }, 'scenario').findings![0]!.message;
    const types = refusal.slice(refusal.indexOf('use one of ') + 11, -1).split(', ');
    expect(new Set(steps.map(({ type }) => type))).toEqual(new Set(types));
    const whole = examples.filter((example) => 'steps' in example && 'triggers' in example);
    expect(whole.length).toBeGreaterThan(0);
    for (const example of whole) expect(readDefinition(example, 'scenario').findings).toBeUndefined();
  });

  it('lists every code of a finding and of a failure', () => {
    const raised = readSources('src/dialog/scenario').flatMap(({ text }) => [
      ...text.matchAll(/(?:blocking|warning|warn|StepFailure)\(\s*'(\w+)'/g),
      ...text.matchAll(/\bcode: '(\w+)'/g),
    ]);
    const codes = new Set(raised.map(([, code]) => code!).filter((code) => code !== 'custom'));
    expect(codes.size).toBeGreaterThan(30);
    expect([...codes].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });
});
