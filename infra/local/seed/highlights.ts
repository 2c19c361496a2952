/** Seeds the goals of the demo films as moments and public clips, and one free preview. */
import { clubs } from '../../../functions/league/clubs/store.ts';
import { renderCrestPng } from '../../../functions/recordings/clips/crest.ts';
import { findPartFrom, type Part, type StoredClip } from '../../../functions/recordings/clips/rules.ts';
import { keepClip } from '../../../functions/recordings/clips/store.ts';
import { beginEncoding } from '../../../functions/recordings/media/encoding.ts';
import { createMediaFields } from '../../../functions/recordings/media/rules.ts';
import { createMoment } from '../../../functions/recordings/moments/store.ts';
import type { StoredVod } from '../../../functions/recordings/vods/rules.ts';
import { momentTypes } from '../../../shared/domain/moment-types.ts';
import type { Goal } from './films.ts';
import { createOnce, type Match, toSeedId } from './steps.ts';

export async function seedHighlights(
  index: number,
  vod: StoredVod,
  match: Match,
  goals: readonly Goal[],
): Promise<void> {
  const { type, name, another } = kinds[match.sport];
  const momentTypeId = momentTypes.findIndex((one) => one.type === type) + 1;
  for (const [number, { at, side }] of goals.entries()) {
    const { clubId, title } = describeGoal(match, name, side);
    const id = toSeedId('G', index * 100 + number);
    const timestampMs = Math.max(0, Math.round((at - 3) * 1000));
    await createOnce(() =>
      createMoment({ id, timestampMs, label: title, momentTypeId, vodId: vod.id, clubId, version: 1 }),
    );
  }
  const duration = vod.duration ?? 0;
  for (const [number, { at, side }] of goals.entries()) {
    const { clubId, title } = describeGoal(match, goals[number - 1]?.side === side ? another : name, side);
    const about = { id: toSeedId('S', index * 100 + number), clubId, title, visible: true };
    await createClip(vod, match, about, createPartUpTo(at + afterGoal, goalSeconds, duration));
  }
  const [goal] = goals;
  if (!goal) return;
  const about = describeGoal(match, name, goal.side);
  // Only the latest match gets a free preview, because it is first in the lists.
  if (index > 0) return;
  const moment = { ...about, id: toSeedId('F', index), title: 'Momento gratis', visible: false, isFree: true as const };
  await createClip(vod, match, moment, createPartUpTo(goal.at + freeSeconds / 2, freeSeconds, duration));
}

const freeSeconds = 8;
/** Seconds of a goal's clip: the clips of a film's two goals must not overlap. */
const goalSeconds = 6.5;
/** Seconds of the clip that follow the goal. */
const afterGoal = 2.5;

/** Creates a part of the given length that ends at `end`, or as close to it as the film allows. */
const createPartUpTo = (end: number, seconds: number, duration: number) =>
  findPartFrom(Math.max(0, Math.min(end, duration) - seconds), seconds, duration);

type ClipDetails = GoalText & Pick<StoredClip, 'id' | 'visible' | 'isFree'>;

async function createClip(vod: StoredVod, match: Match, about: ClipDetails, part: Part | undefined): Promise<void> {
  if (!part || !vod.source) return;
  const stored = await keepClip({
    ...createMediaFields(vod.source, 0),
    ...about,
    vodId: vod.id,
    sportEventId: match.id,
    uploadId: null,
    cut: { ...part, crest: await renderCrestPng((await clubs.get(about.clubId))?.thumbnail ?? null) },
    dateCreated: new Date().toISOString(),
  });
  if (stored.generation === null) await beginEncoding({ kind: 'clips', id: stored.id }, Date.now());
}

const kinds = {
  SOCCER: { type: 'goal', name: 'Gol', another: 'Otro gol' },
  BASKET: { type: 'basket', name: 'Canasta', another: 'Otra canasta' },
};

interface GoalText {
  clubId: string;
  title: string;
}

function describeGoal({ home, away, clubIds }: Match, name: string, side: Goal['side']): GoalText {
  return { clubId: clubIds[side] ?? '', title: `${name} de ${(side === 0 ? home : away).name}` };
}
