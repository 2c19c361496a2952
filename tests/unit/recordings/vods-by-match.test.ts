/** Groups videos of one match at the position of its first one, the full match first. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { StringColumn } from '../../../functions/platform/lists/string-column.ts';
import { keepOnePerMatch } from '../../../functions/recordings/vods/rules.ts';
import { isSummary } from '../../../shared/domain/match-videos.ts';

const row = fc.record({
  title: fc.constantFrom('Rivera – León', 'Resumen: Rivera – León', 'Resumen', 'Resumenes de la jornada'),
  sportEventId: fc.option(fc.constantFrom('match 1', 'match 2', 'match 3', 'tournament')),
});
const isMatch = (sportEventId: string) => sportEventId.startsWith('match');

test('[V-LIST-1] lists each match once with all of its videos', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const { texts, at } = StringColumn.of(rows, ({ sportEventId }) => sportEventId ?? '');
      const { firsts, videosAt } = keepOnePerMatch(rows, at, (event) => isMatch(texts[event]!));
      const places = (sportEventId: string) =>
        rows.flatMap((one, at) => (one.sportEventId === sportEventId ? [at] : []));
      const isFirst = ({ sportEventId }: (typeof rows)[number], at: number) =>
        sportEventId === null || !isMatch(sportEventId) || places(sportEventId)[0] === at;
      expect(firsts).toEqual(rows.flatMap((one, at) => (isFirst(one, at) ? [at] : [])));
      for (const first of firsts) {
        const { sportEventId } = rows[first]!;
        const videos =
          sportEventId === null || !isMatch(sportEventId) ? [rows[first]] : places(sportEventId).map((at) => rows[at]);
        const shown = videosAt(first);
        expect(new Set(shown)).toEqual(new Set(videos));
        expect(shown).toHaveLength(videos.length);
        const lead = videos.find((video) => !isSummary(video!)) ?? videos[0];
        expect(shown[0]).toBe(lead);
        // The others keep the order of the list.
        expect(shown.slice(1)).toEqual(videos.filter((video) => video !== lead));
      }
    }),
  );
});
