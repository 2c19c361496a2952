/** Posters of the demo league's matches. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createMatchPoster } from '../../../infra/local/seed/pictures.ts';
import { teams } from '../../../infra/local/seed/teams.ts';

test('a poster draws nothing of its clubs in the quarters where cards put badge and result', async () => {
  const [home, away] = teams;
  if (!home || !away) throw new Error('The league has no two clubs');
  const others = [home, away].map(
    (team) => ({ ...team, name: `Otro ${team.name}`, crest: { shape: 'round', emblem: 'star' } }) as const,
  );
  const [one, other] = await Promise.all([
    readRows(await createMatchPoster('SOCCER', home, away)),
    readRows(await createMatchPoster('SOCCER', others[0]!, others[1]!)),
  ]);
  // Encoding blurs the edge of a crest into the rows beside it.
  const different = one.flatMap((row, index) => (isAlike(row, other[index]!) ? [] : [index]));
  expect(different.length).toBeGreaterThan(200);
  expect(Math.min(...different)).toBeGreaterThanOrEqual(180);
  expect(Math.max(...different)).toBeLessThan(540);
});

async function readRows(poster: Buffer): Promise<Buffer[]> {
  const { data, info } = await sharp(poster).greyscale().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, row) =>
    data.subarray(row * info.width * info.channels, (row + 1) * info.width * info.channels),
  );
}

const isAlike = (one: Buffer, other: Buffer) => one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 24);
