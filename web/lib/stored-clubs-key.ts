/** The storage key of stored-clubs.ts, in a file of its own so that checking it does not load that module. */
export const storedClubsKey = 'my-clubs';
