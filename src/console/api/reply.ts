/** What a link to a conversation adds to its address, so that whoever follows it can write at once. */
export const toReply = { reply: 'now' };

/** Whether somebody came by such a link. */
export const wantsReply = ({ reply }: { reply?: unknown }): boolean => reply === toReply.reply;
