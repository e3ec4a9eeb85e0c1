import { isObject } from '../kit/is-object.ts';
import { api } from './client.ts';

/** Outputs that stand in for steps while a draft is tried. The editor keeps them beside the draft, so no version has them. */
export type Pins = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The pinned outputs of a view. What programs have written there in another form is left alone. */
export function pinsOf(view: unknown): Pins {
  const pins = isObject(view) && isObject(view.pins) ? view.pins : {};
  return Object.fromEntries(Object.entries(pins).filter(([, output]) => isObject(output))) as Pins;
}

function* stepIds(part: unknown): Generator<string> {
  if (Array.isArray(part)) for (const each of part) yield* stepIds(each);
  if (!isObject(part)) return;
  if (typeof part.id === 'string' && typeof part.type === 'string') yield part.id;
  for (const each of Object.values(part)) yield* stepIds(each);
}

/** The pinned outputs of a saved draft, of the steps that it has. @param slug of a workflow; absent: of the scenario */
export async function readPins(project_id: string, slug?: string): Promise<Pins> {
  const { data } =
    slug === undefined
      ? await api.GET('/api/owner/projects/{project_id}/scenario/editor', {
          params: { path: { project_id } },
        })
      : await api.GET('/api/owner/projects/{project_id}/workflows/{slug}/editor', {
          params: { path: { project_id, slug } },
        });
  return pinsOfDraft(data);
}

/** Those of a draft as the server has it. */
export function pinsOfDraft(draft: { definition?: unknown; view: unknown } | undefined): Pins {
  const has = new Set(stepIds(draft?.definition));
  return Object.fromEntries(Object.entries(pinsOf(draft?.view)).filter(([id]) => has.has(id)));
}

const nameOf = (projectId: string) => `parley.trial.${projectId}`;

/** Remembers in this browser with whom the draft of the scenario was talked last, so that the editor finds what its steps gave. */
export function keepLastTalk(projectId: string, identityId: string): void {
  try {
    localStorage.setItem(nameOf(projectId), identityId);
  } catch {}
}

export const lastTalk = (projectId: string): string | null => localStorage.getItem(nameOf(projectId));
