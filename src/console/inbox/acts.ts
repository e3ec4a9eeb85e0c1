import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import type { Shape } from '../api/shapes.ts';
import { keepConversation, renewConversation } from './conversations.ts';
import type { Conversation } from './filters.ts';

/** What people do with conversations. What can be seen at once is shown at once, and taken back if the server refuses it. */

const one = '/api/owner/projects/{project_id}/conversations/{profile_id}';
const dialog = '/api/owner/projects/{project_id}/dialogs/{identity_id}';
const customer = '/api/owner/projects/{project_id}/profiles/{profile_id}';

const at = (project_id: string, profile_id: string) => ({ params: { path: { project_id, profile_id } } });

async function optimistic(
  projectId: string,
  now: Conversation,
  change: Partial<Conversation>,
  act: () => Promise<{ data?: unknown }>,
): Promise<void> {
  keepConversation(projectId, { ...now, ...change });
  try {
    const { data } = await act();
    if (data) keepConversation(projectId, data as Conversation);
  } catch (error) {
    keepConversation(projectId, now);
    throw error;
  }
}

export const markRead = (projectId: string, now: Conversation) =>
  optimistic(projectId, now, { is_unread: false }, () =>
    api.POST(`${one}/read`, at(projectId, now.profile_id)),
  );

export const markUnread = (projectId: string, now: Conversation) =>
  optimistic(projectId, now, { is_unread: true }, () =>
    api.POST(`${one}/unread`, at(projectId, now.profile_id)),
  );

/** Closes it, and gives its dialogs back to the bot. @param question asks the customer for a rating */
export const close = (projectId: string, now: Conversation, question?: string) =>
  optimistic(projectId, now, { is_open: false, is_held: false, waiting_since: null }, () =>
    api.POST(`${one}/close`, {
      ...at(projectId, now.profile_id),
      body: { release: true, ...(question !== undefined && { rating_question: question }) },
    }),
  ).then(() => renew(customer));

export const reopen = (projectId: string, now: Conversation) =>
  optimistic(projectId, now, { is_open: true, closed_at: null }, () =>
    api.POST(`${one}/reopen`, at(projectId, now.profile_id)),
  );

/** Gives it to a person, a team or nobody. */
export async function assign(
  projectId: string,
  profileId: string,
  body: Shape<'ConversationAssignment'>,
): Promise<void> {
  const { data } = await api.PUT(`${one}/assignment`, { ...at(projectId, profileId), body });
  keepConversation(projectId, data!);
  renew(`${one}/notes`, customer);
}

/** Takes the dialog from the bot, and the conversation from whoever sees to it. @param me the person's own id */
export async function takeOver(
  projectId: string,
  now: Conversation,
  me: string,
  minutes?: number,
): Promise<void> {
  const isColleagues = now.assignee !== null && now.assignee.id !== me;
  // A free one is taken, which fails if somebody is quicker; that of a colleague is assigned, with the dialog if they have it.
  if (isColleagues) await assign(projectId, now.profile_id, { assignee_id: me });
  else if (now.assignee === null || now.waiting_since !== null) {
    const { data } = await api.POST(`${one}/take`, at(projectId, now.profile_id));
    keepConversation(projectId, data!);
  }
  const hasDialog = now.waiting_since !== null || (isColleagues && now.is_held);
  if (hasDialog && minutes === undefined) return renew(customer);
  const path = { project_id: projectId, identity_id: now.customer.identity_id };
  await api.POST(`${dialog}/hold`, { params: { path }, body: minutes === undefined ? {} : { minutes } });
  renew(customer);
  await renewConversation(projectId, now.profile_id);
}

/** Gives the dialog back to the bot. */
export async function giveBack(projectId: string, now: Conversation): Promise<void> {
  const path = { project_id: projectId, identity_id: now.customer.identity_id };
  await api.POST(`${dialog}/release`, { params: { path } });
  keepConversation(projectId, { ...now, is_held: false, waiting_since: null });
  renew(customer);
}

/** Adds and removes tags of some customers. */
export async function tag(
  projectId: string,
  profileIds: string[],
  change: { add?: string[]; remove?: string[] },
): Promise<void> {
  await api.POST('/api/owner/projects/{project_id}/profiles/tags', {
    params: { path: { project_id: projectId } },
    body: { profile_ids: profileIds, add: change.add ?? [], remove: change.remove ?? [] },
  });
  renew(customer);
}
