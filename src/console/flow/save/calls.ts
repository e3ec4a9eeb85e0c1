import { api } from '../../api/client.ts';
import type { Shape } from '../../api/shapes.ts';
import type { DocumentKind } from '../document/forms.ts';
import type { Draft, View } from '../document/history.ts';
import type { JsonObject } from '../document/json.ts';

export type Finding = Shape<'Finding'>;
export type OtherEditor = Shape<'DraftEditor'>;

/** A draft of a project: its scenario's, or that of a workflow. */
export interface DraftPlace {
  projectId: string;
  kind: DocumentKind;
  /** Of a workflow. */
  slug: string;
}

/** A draft as the server has it. */
export interface SavedDraft {
  revision: number;
  draft: Draft;
  savedAt: string | null;
  savedBy: string | null;
}

const scenario = '/api/owner/projects/{project_id}/scenario';
const workflow = '/api/owner/projects/{project_id}/workflows/{slug}';

const own = ({ projectId }: DraftPlace) => ({ params: { path: { project_id: projectId } } });
const ofSlug = ({ projectId, slug }: DraftPlace) => ({ params: { path: { project_id: projectId, slug } } });

export const savedDraft = (answer: Shape<'EditedDraft'>): SavedDraft => ({
  revision: answer.revision,
  draft: { definition: answer.definition as JsonObject, view: (answer.view ?? {}) as View },
  savedAt: answer.saved_at,
  savedBy: answer.saved_by,
});

export async function readDraft(place: DraftPlace): Promise<SavedDraft> {
  const { data } =
    place.kind === 'scenario'
      ? await api.GET(`${scenario}/editor`, own(place))
      : await api.GET(`${workflow}/editor`, ofSlug(place));
  return savedDraft(data!);
}

/** Saves a draft over the revision that was changed. @throws ApiProblem 412 `draft_changed` with the draft that is there instead */
export async function saveDraft(
  place: DraftPlace,
  { definition, view }: Draft,
  revision: number,
): Promise<{ revision: number }> {
  const kept = Object.keys(view).length > 0 ? { ...view } : null;
  const header = { 'if-match': `"${revision}"` };
  const body = { definition: definition as Record<string, unknown>, view: kept };
  const { response } =
    place.kind === 'scenario'
      ? await api.PUT(`${scenario}/draft`, { params: { ...own(place).params, header }, body })
      : await api.PUT(workflow, {
          params: { ...ofSlug(place).params, header },
          body: { ...(await aboutWorkflow(place)), ...body },
        });
  return { revision: Number(response.headers.get('etag')?.match(/\d+/)?.[0]) };
}

/** What a workflow has besides its definition: it is always written as a whole. */
async function aboutWorkflow(place: DraftPlace) {
  const { data } = await api.GET(workflow, ofSlug(place));
  const { name, description, environment } = data!;
  return { name, description, environment };
}

/** What the check says of a definition that is not saved yet. */
export async function checkDraft(place: DraftPlace, definition: JsonObject): Promise<Finding[]> {
  const body = { definition: definition as Record<string, unknown> };
  const { data } =
    place.kind === 'scenario'
      ? await api.POST(`${scenario}/check`, { ...own(place), body })
      : await api.POST(`${workflow}/check`, { ...ofSlug(place), body });
  return data!.findings;
}

/** Publishes the draft that is saved. @returns the number of the version */
export async function publishDraft(place: DraftPlace): Promise<number> {
  const { data } =
    place.kind === 'scenario'
      ? await api.POST(`${scenario}/publish`, own(place))
      : await api.POST(`${workflow}/publish`, ofSlug(place));
  return data!.version;
}

/** The number of the version in force; null if nothing is published. */
export async function publishedVersion(place: DraftPlace): Promise<number | null> {
  if (place.kind === 'workflow') {
    const { data } = await api.GET(workflow, ofSlug(place));
    return data!.published_version;
  }
  const { data } = await api.GET(scenario, own(place));
  return data!.published?.version ?? null;
}

/** Says that somebody works on the draft, or leaves it. @returns who else does */
export async function join(place: DraftPlace, step: string | null, here: boolean): Promise<OtherEditor[]> {
  const body = { step, here };
  const { data } =
    place.kind === 'scenario'
      ? await api.POST(`${scenario}/draft/presence`, { ...own(place), body })
      : await api.POST(`${workflow}/draft/presence`, { ...ofSlug(place), body });
  return data!.items;
}

/** What the saved draft changes of the version in force. @param version its number */
export async function differenceFrom(
  place: DraftPlace,
  version: number,
): Promise<Shape<'DefinitionDifference'>> {
  const query = { from: String(version), to: 'draft' };
  const { data } =
    place.kind === 'scenario'
      ? await api.GET(`${scenario}/compare`, { params: { ...own(place).params, query } })
      : await api.GET(`${workflow}/compare`, { params: { ...ofSlug(place).params, query } });
  return data!;
}
