/** The topic of notices about keys that were revoked or changed: the id of a key, or `*` for many. */
export const revocations = 'parley_revoked_keys';
