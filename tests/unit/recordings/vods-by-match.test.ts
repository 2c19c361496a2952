/** Groups videos of one match at the position of its first one, the full match first. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupByMatch } from '../../../functions/recordings/vods/rules.ts';
import { isSummary } from '../../../shared/domain/match-videos.ts';

const row = fc.record({
  title: fc.constantFrom('Rivera – León', 'Resumen: Rivera – León', 'Resumen', 'Resumenes de la jornada'),
  sportEventId: fc.option(fc.constantFrom('match 1', 'match 2', 'match 3', 'tournament')),
});
const isMatch = (sportEventId: string) => sportEventId.startsWith('match');

test('[V-LIST-1] lists each match once with all of its videos', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const groups = groupByMatch(rows, isMatch);
      const toKey = (one: (typeof rows)[number]) =>
        one.sportEventId !== null && isMatch(one.sportEventId) ? one.sportEventId : one;
      expect(groups.map(([first]) => toKey(first!))).toEqual([...new Set(rows.map(toKey))]);
      for (const [lead, ...others] of groups) {
        const videos = rows.filter((one) => toKey(one) === toKey(lead!));
        expect(lead).toBe(videos.find((video) => !isSummary(video)) ?? videos[0]);
        // The others keep the order of the list.
        expect(others).toEqual(videos.filter((video) => video !== lead));
      }
    }),
  );
});
