/**
 * The storage key of stored-clubs.ts, in a file of its own so that code that only checks the key does not load that
 * module.
 */
export const storedClubsKey = 'my-clubs';
