/**
 * Automatic summary: the moments of a match as one clip after a title card. Its content is fixed when it is requested;
 * changed moments create another summary.
 */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import { cutText } from '../../../shared/domain/cut-text.ts';
import { longDate } from '../../../shared/domain/madrid-text.ts';
import { listSides, matchFacts } from '../../../shared/domain/match.ts';
import { momentTypes } from '../../../shared/domain/moment-types.ts';
import { clubs } from '../../league/clubs/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { readLog } from '../../league/scores/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { environment } from '../../platform/aws/environment.ts';
import { writeObject } from '../../platform/aws/storage.ts';
import { forgetDraft, keepDraft } from '../media/garbage.ts';
import { createMediaFields, titleCard } from '../media/rules.ts';
import { createActionSecondFinder } from '../moments/from-score.ts';
import { listMoments } from '../moments/store.ts';
import type { StoredVod } from '../vods/rules.ts';
import { ensureEncoding, requireCuttable, selectClub, spendCut } from './create-clip.ts';
import { renderCrestPng } from './crest.ts';
import { type StoredClip, selectSummaryParts } from './rules.ts';
import { keepClip } from './store.ts';
import { type Card, renderCardPng } from './title-card.ts';

/** Creates the summary, or returns the existing one of the same moments; a failed one is retried. */
export async function createSummary(
  vod: StoredVod,
  body: { clubId?: string | undefined },
  caller: Caller,
  now: number,
): Promise<StoredClip> {
  const { source, duration } = requireCuttable(vod);
  const club = await selectClub(vod, body.clubId, caller);
  const event = vod.sportEventId ? await events.get(vod.sportEventId) : undefined;
  const parts = selectSummaryParts(await readCandidates(vod, event), duration, vod.withdrawn);
  const [first] = parts;
  if (!first) throw new ApiError('CLP4002');
  await spendCut(caller, now);
  const id = ulid(now);
  const card = `clips/${id}/card.png`;
  const draft = await keepDraft(card, now);
  const png = await renderCardPng(await buildCard(vod, event));
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key: card }, png, { contentType: 'image/png' });
  const seconds = parts.reduce((sum, part) => sum + part.seconds, titleCard.seconds);
  const summary = {
    ...createMediaFields(source, 0),
    id,
    title: cutText(`Resumen: ${vod.title}`, 200),
    vodId: vod.id,
    clubId: club.id,
    sportEventId: vod.sportEventId,
    cut: {
      start: first.start,
      seconds: Math.round(seconds * 10) / 10,
      poster: titleCard.seconds + first.poster,
      crest: await renderCrestPng(club.thumbnail),
      summary: { card, parts: parts.map(({ start, seconds }) => ({ start, seconds })) },
    },
    visible: false,
    dateCreated: new Date(now).toISOString(),
    uploadId: null,
  };
  return ensureEncoding(await keepClip(summary, forgetDraft(draft)), now);
}

export const countMoments = async (vodId: string): Promise<number> => (await listMoments(vodId)).length;

async function readCandidates(vod: StoredVod, event: StoredEvent | undefined) {
  const moments = await listMoments(vod.id);
  const toSecond = event && vod.recorded ? createActionSecondFinder(vod, event, await readLog(event.id)) : undefined;
  return moments.map((moment) => ({
    second: toSecond?.(moment) ?? moment.timestampMs / 1000,
    type: momentTypes.find(({ id }) => id === moment.momentTypeId)?.type ?? 'custom',
  }));
}

async function buildCard(vod: StoredVod, event: StoredEvent | undefined): Promise<Card> {
  const clubIds = event?.clubIds ?? vod.clubIds;
  // Hidden clubs are not named.
  const logos = (await Promise.all(clubIds.map((id) => clubs.get(id)))).flatMap((club) =>
    club?.visible ? [club] : [],
  );
  const named = event && listSides({ ...event, clubs: logos });
  const [one, other, ...more] = logos;
  const sides = named ? [named.home, named.away] : one && other && more.length === 0 ? [one, other] : [];
  return {
    sport: vod.sport,
    title: vod.title,
    sides: sides.map(({ name, thumbnail: crest }) => ({ name, crest })),
    foot: [matchFacts({ ...event, venue: null }), longDate(new Date(findPlayingTime(vod, event)))]
      .filter(Boolean)
      .join(' · '),
  };
}

const findPlayingTime = (vod: StoredVod, event: StoredEvent | undefined) =>
  vod.recorded?.from ?? event?.scheduledStartDate ?? vod.dateCreated;
