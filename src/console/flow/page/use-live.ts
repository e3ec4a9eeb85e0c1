import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Shape } from '../../api/shapes.ts';
import { differenceFrom, publishedVersion } from '../save/calls.ts';
import type { Editor } from './editor.ts';
import { useEditorState } from './use-editor.ts';

/** What is published, and what the draft changes of it. */
export interface Live {
  /** The number of the version in force; null: nothing is published. Undefined until it is known. */
  version: number | null | undefined;
  /** As of the last save. */
  difference: Shape<'DefinitionDifference'> | undefined;
  error: unknown;
}

/** Follows what is published of a draft, and what the saved draft changes of it. */
export function useLive(editor: Editor): Live {
  const { place } = editor;
  const { status, draft } = useEditorState(editor);
  const names = [place.projectId, place.kind, place.slug];
  const published = useQuery({
    queryKey: ['published-version', ...names],
    queryFn: () => publishedVersion(place),
    staleTime: 0,
  });
  const version = published.data;
  const difference = useQuery({
    queryKey: ['difference-from-live', ...names, version],
    queryFn: () => differenceFrom(place, version!),
    enabled: typeof version === 'number',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { refetch } = difference;
  const isSaved = status.is === 'saved';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved is compared anew.
  useEffect(() => {
    if (isSaved && version) void refetch();
  }, [isSaved, draft.definition]);
  return { version, difference: difference.data, error: published.error ?? difference.error };
}

/** Whether the saved draft is another one than what is published. */
export const differs = ({ difference }: Live): boolean =>
  difference !== undefined && difference.steps.length + difference.document.length > 0;
