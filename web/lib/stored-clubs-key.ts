/**
 * Storage key of stored-clubs.ts, in a separate file, so that code that only checks the key does not load that module.
 */
export const storedClubsKey = 'my-clubs';
