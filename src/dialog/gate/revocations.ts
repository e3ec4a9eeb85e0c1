/** The topic of notices about revoked keys: the id of a key, or `*` for many. */
export const revocations = 'parley_revoked_keys';
