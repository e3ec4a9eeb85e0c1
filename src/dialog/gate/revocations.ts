/** The topic on which revoked keys are told to all processes: the id of a key, or `*` for many. */
export const revocations = 'parley_revoked_keys';
