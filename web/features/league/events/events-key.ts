/** Where the matches of a time are kept: the home page's hero and its row 'Próximos' ask for them once. */
export type Time = 'today' | 'weekend' | 'upcoming' | 'results';

export const eventsKey = (time: Time, filter: object = {}, page = 1) => ['events-at', time, filter, page];
