/** The lane in which everything happens that moves the dialog with an identity. */
export const laneOf = (identityId: string): string => `dialog:${identityId}`;
