/** Whether somebody has put the guide of a project away, in this browser. */

const keyOf = (projectId: string) => `parley.guide.${projectId}`;

/** Whether the guide was open in this browser before it was done, so that its end is shown, too. */
export const wasBegun = (projectId: string) => localStorage.getItem(keyOf(projectId)) === 'begun';
export const begin = (projectId: string) => localStorage.setItem(keyOf(projectId), 'begun');
/** Done, and looked at: it is never shown again. */
export const finish = (projectId: string) => localStorage.setItem(keyOf(projectId), 'done');

export const isPutAway = (projectId: string) => localStorage.getItem(keyOf(projectId)) === 'away';

export function putAway(projectId: string, isAway: boolean): void {
  if (isAway) localStorage.setItem(keyOf(projectId), 'away');
  else localStorage.removeItem(keyOf(projectId));
}
