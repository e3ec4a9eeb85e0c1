import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/console/flow/document/json.ts';
import { placesOf } from '../../src/console/flow/document/places.ts';
import { edgesOf, outcomesOf } from '../../src/console/flow/document/targets.ts';
import { edgesOf as edgesOfServer, namedEdges } from '../../src/dialog/scenario/check/graph.ts';
import type { Definition } from '../../src/dialog/scenario/definition.ts';
import { placedSteps } from '../../src/dialog/scenario/placed.ts';
import { formsFile, makeForms } from '../console/write-forms.ts';
import { scenario, startedWorkflow } from '../scenario/arbitrary.ts';

it("the editor's forms are those of the server's schemas; if not, run: npm run console:types", () => {
  expect(readFileSync(formsFile, 'utf8')).toBe(makeForms());
});

const definition = fc.oneof(
  { arbitrary: scenario, weight: 10 },
  startedWorkflow,
) as unknown as fc.Arbitrary<Definition>;

it('the editor finds the same steps and the same paths between them as the server, in any definition', () => {
  fc.assert(
    fc.property(definition, (made) => {
      // As it comes from the server.
      const document = JSON.parse(JSON.stringify(made)) as JsonObject;
      const placed = [...placedSteps(document as unknown as Definition)];
      const places = placesOf(document);
      expect(places.map(({ path }) => path)).toEqual(placed.map(({ path }) => path));
      for (const [i, { step }] of placed.entries()) {
        const own = outcomesOf(places[i]!.step).filter(({ to }) => to !== undefined);
        expect(own.map(({ path }) => path.join('.')).sort()).toEqual(
          namedEdges(step)
            .map(({ path }) => path!.join('.'))
            .sort(),
        );
      }
      const known = new Set(placed.map(({ step }) => step.id));
      const inner = (from: string, to: string) => places.find(({ key }) => key === to)?.owner === from;
      const shown = (edges: readonly { from: string; to: string }[]) =>
        edges
          .map(({ from, to }) => `${from} ${to}`)
          .filter((each) => !each.startsWith('@'))
          .sort();
      const server = placed.flatMap((each) =>
        edgesOfServer(each).flatMap(({ to, path }) =>
          known.has(to) && !(path === null && inner(each.step.id, to)) ? [{ from: each.step.id, to }] : [],
        ),
      );
      expect(shown(edgesOf(document))).toEqual(shown(server));
    }),
    { numRuns: 200 },
  );
});
