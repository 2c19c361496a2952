/** Shared query key, so that the home page's hero and its row 'Próximos' use one request. */
export type Time = 'today' | 'weekend' | 'upcoming' | 'results';

export const eventsKey = (time: Time, filter: object = {}, page = 1) => ['events-at', time, filter, page];
