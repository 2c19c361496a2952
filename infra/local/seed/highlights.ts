/** The goals of the demo films as the product keeps them: moments on the bar, and clips that everybody may open. */

import { clubs } from '../../../functions/league/clubs/store.ts';
import { crestPng } from '../../../functions/recordings/clips/crest.ts';
import { partAround } from '../../../functions/recordings/clips/rules.ts';
import { keepClip } from '../../../functions/recordings/clips/store.ts';
import { beginEncoding } from '../../../functions/recordings/media/encode.ts';
import { newMedia } from '../../../functions/recordings/media/rules.ts';
import { createMoment } from '../../../functions/recordings/moments/store.ts';
import type { StoredVod } from '../../../functions/recordings/vods/rules.ts';
import { momentTypes } from '../../../shared/recordings/moment-types.ts';
import { type Goal, goalsOf } from '../film/film.ts';
import { type ClipOptions, filmOf } from './clips.ts';
import { type Match, once, seedId } from './steps.ts';

/** Of the `index`-th film, which is the match's own. May be repeated. */
export async function seedHighlights(index: number, vod: StoredVod, match: Match, clip: ClipOptions): Promise<void> {
  const { type, name } = kinds[match.sport];
  const momentTypeId = momentTypes.findIndex((known) => known.type === type) + 1;
  const goals = goalsOf(filmOf(clip));
  for (const [number, { at, side }] of goals.entries()) {
    const { clubId, title } = told(match, name, side);
    const id = seedId('G', index * 100 + number);
    const timestampMs = Math.max(0, Math.round((at - 3) * 1000));
    await once(() => createMoment({ id, timestampMs, label: title, momentTypeId, vodId: vod.id, clubId, version: 1 }));
  }
  if (goals[0]) await cut(seedId('S', index), vod, match, told(match, name, goals[0].side), goals[0]);
}

async function cut(id: string, vod: StoredVod, match: Match, { clubId, title }: Told, goal: Goal): Promise<void> {
  const part = partAround(goal.at, vod.duration ?? 0);
  if (!part || !vod.source) return;
  const kept = await keepClip({
    ...newMedia(vod.source, 0),
    ...{ id, title, vodId: vod.id, clubId, sportEventId: match.id, uploadId: null, visible: true },
    cut: { ...part, crest: await crestPng((await clubs.get(clubId))?.thumbnail ?? null) },
    dateCreated: new Date().toISOString(),
  });
  if (kept.generation === null) await beginEncoding({ kind: 'clips', id: kept.id }, Date.now());
}

const kinds = { SOCCER: { type: 'goal', name: 'Gol' }, BASKET: { type: 'basket', name: 'Canasta' } };

interface Told {
  clubId: string;
  title: string;
}

function told({ home, away, clubIds }: Match, name: string, side: Goal['side']): Told {
  return { clubId: clubIds[side] ?? '', title: `${name} de ${(side === 0 ? home : away).name}` };
}
