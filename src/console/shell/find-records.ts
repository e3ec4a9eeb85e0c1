import { useQueries } from '@tanstack/react-query';
import { queries } from '../api/client.ts';
import { below, passes, useProjectId, useRole } from '../api/project.ts';
import { useSearch } from '../api/search.ts';
import { useSettled } from '../kit/settled.ts';
import { projectPages } from '../pages.ts';
import { showName } from '../text/name.ts';
import { t } from '../text/text.ts';

/** A record that somebody may open: its page is at `path`, below the project. */
export interface FoundRecord {
  path: string;
  name: string;
  /** What kind of record it is. */
  kind: string;
}

/** What a project has a few of; each stands in a list, and has a page of its own behind the page of the list. */
const lists = [
  'workflows',
  'channels',
  'tables',
  'connections',
  'operations',
  'receivers',
  'subscriptions',
  'methods',
] as const;

/** Where a record is whose id somebody has, by how its id begins: records that stand in no short list. */
const placesOfIds: Record<string, string> = {
  run: 'runs',
  job: 'jobs',
  ord: 'payments',
  prof: 'customers',
};
const id = /^([a-z]+)_[0-9a-z]{26}$/;

interface Listed {
  id?: string;
  slug?: string;
  name?: string | null;
}

/** Fewer letters fit too many customers. */
const leastLetters = 2;
const mostCustomers = 5;
const pauseMs = 200;

const pageAt = (path: string) => projectPages.find((page) => page.path === path);

/**
 * Records by words: those of the short lists by their names, customers by all that they are searched by, others by their ids.
 * @param fits whether a name fits the words
 */
export function useRecords(words: string, fits: (name: string) => boolean): FoundRecord[] {
  const projectId = useProjectId();
  const role = useRole();
  const may = (path: string) => {
    const page = pageAt(path);
    return page !== undefined && role !== undefined && passes(role, page.gate);
  };
  const listed = useQueries({
    queries: lists.map((list) => ({
      ...queries.queryOptions('get', `/api/owner/projects/{project_id}/${list}`, below(projectId)),
      enabled: words !== '' && may(list),
    })),
  });
  const q = useSettled(words, pauseMs);
  const search = useSearch(q, { type: 'customers', least: leastLetters, isOn: may('customers') });
  if (words === '') return [];
  const byId = id.exec(words)?.[1] ?? '';
  const place = placesOfIds[byId];
  return [
    ...(place && may(place) ? [{ path: `${place}/${words}`, name: words, kind: kindOf(place) }] : []),
    ...(search.data?.customers?.items ?? []).slice(0, mostCustomers).map(({ id, name, identities }) => ({
      ...{ path: `customers/${id}`, kind: kindOf('customers') },
      name: showName(name, identities[0]?.external_id ?? id),
    })),
    ...listed.flatMap(({ data }, index) => {
      const list = lists[index]!;
      const items: readonly Listed[] = data?.items ?? [];
      return items
        .map(({ id = '', slug = id, name }) => ({
          ...{ path: `${list}/${slug}`, name: name || slug, kind: kindOf(list) },
          words: `${name ?? ''} ${slug}`,
        }))
        .filter((each) => fits(each.words));
    }),
  ];
}

/** The name of the list, as the navigation has it. */
const kindOf = (path: string) => t(pageAt(path)!.entry!.name);
