import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { webChats } from '../channels/find.ts';
import { oldestProjects } from '../gate/projects.ts';

/** A project and its web chats, by their public ids. */
export interface FirstProject {
  id: string;
  name: string;
  chats: { id: string; name: string }[];
}

const shownProjects = 5;
const shownChats = 10;

/** The oldest projects with their web chats, a few of each, so that a start can print their addresses. */
export async function listFirstProjects(database: Database): Promise<FirstProject[]> {
  const found = await oldestProjects(database, shownProjects);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const chats = await webChats(database, ids, shownChats);
  return found.map(({ id, name }) => ({
    id: showId('project', id),
    name,
    chats: chats
      .filter(({ projectId }) => projectId === id)
      .map((chat) => ({ id: showId('channel', chat.id), name: chat.name })),
  }));
}
