/** Query key of match lists by time: the home page's hero and its row 'Próximos' share one request under it. */
export type Time = 'today' | 'weekend' | 'upcoming' | 'results';

export const eventsKey = (time: Time, filter: object = {}, page = 1) => ['events-at', time, filter, page] as const;
