/** Six instants at which calendars go wrong. */

interface Instant {
  /** Local time in Europe/Madrid. */
  wall: string;
  endOfDay: string;
  /** First day and end of the six weeks of the calendar page. */
  grid: [string, string];
  weekend: [string, string];
  seasonEnd: string;
  isSeasonOver: boolean;
  lastDay: string;
  sameDayNextMonth: string;
}

/** The instants by their UTC time; the expected values come from a calendar. */
export const instants: Record<string, Instant> = {
  // The evening of a leap day.
  '2028-02-29T22:30Z': {
    wall: '2028-02-29T23:30',
    endOfDay: '2028-02-29T23:00',
    grid: ['2028-01-31', '2028-03-13'],
    weekend: ['2028-03-03T23:00', '2028-03-05T23:00'],
    seasonEnd: '2028-06-30T22:00',
    isSeasonOver: false,
    lastDay: '29 de febrero de 2028',
    sameDayNextMonth: '2028-03-29',
  },
  // The last half hour of a year.
  '2026-12-31T22:30Z': {
    wall: '2026-12-31T23:30',
    endOfDay: '2026-12-31T23:00',
    grid: ['2026-11-30', '2027-01-11'],
    weekend: ['2027-01-01T23:00', '2027-01-03T23:00'],
    seasonEnd: '2027-06-30T22:00',
    isSeasonOver: false,
    lastDay: '31 de diciembre de 2026',
    sameDayNextMonth: '2027-01-31',
  },
  // The first half hour of a year, still in the previous year in UTC.
  '2026-12-31T23:30Z': {
    wall: '2027-01-01T00:30',
    endOfDay: '2027-01-01T23:00',
    grid: ['2026-12-28', '2027-02-08'],
    weekend: ['2027-01-01T23:00', '2027-01-03T23:00'],
    seasonEnd: '2027-06-30T22:00',
    isSeasonOver: false,
    lastDay: '1 de enero de 2027',
    sameDayNextMonth: '2027-02-01',
  },
  // Half an hour before the clock goes forward: a Sunday of 23 hours.
  '2027-03-28T00:30Z': {
    wall: '2027-03-28T01:30',
    endOfDay: '2027-03-28T22:00',
    grid: ['2027-03-01', '2027-04-12'],
    weekend: ['2027-03-26T23:00', '2027-03-28T22:00'],
    seasonEnd: '2027-06-30T22:00',
    isSeasonOver: false,
    lastDay: '28 de marzo de 2027',
    sameDayNextMonth: '2027-04-28',
  },
  // The hour that occurs twice: a Sunday of 25 hours.
  '2026-10-25T00:30Z': {
    wall: '2026-10-25T02:30',
    endOfDay: '2026-10-25T23:00',
    grid: ['2026-09-28', '2026-11-09'],
    weekend: ['2026-10-23T22:00', '2026-10-25T23:00'],
    seasonEnd: '2027-06-30T22:00',
    isSeasonOver: false,
    lastDay: '25 de octubre de 2026',
    sameDayNextMonth: '2026-11-25',
  },
  // The last minute of a season.
  '2027-06-30T21:59Z': {
    wall: '2027-06-30T23:59',
    endOfDay: '2027-06-30T22:00',
    grid: ['2027-05-31', '2027-07-12'],
    weekend: ['2027-07-02T22:00', '2027-07-04T22:00'],
    seasonEnd: '2027-06-30T22:00',
    isSeasonOver: true,
    lastDay: '30 de junio de 2027',
    sameDayNextMonth: '2027-07-30',
  },
};
