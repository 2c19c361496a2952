/** Where kept-clubs.ts keeps what was chosen. Apart, so that whoever only looks whether anything was loads nothing else. */
export const keptClubsKey = 'my-clubs';
