/**
 * Content of share pictures. A picture's name is a hash of its content, so that a changed match gets a new one. Results
 * appear only if the club allows it, because users who hide results could not avoid them. Pure.
 */
import { createHash } from 'node:crypto';
import type { Sport } from '../../../shared/contract/schema.ts';
import type { EventOfItem } from '../../../shared/contract/sport-event.ts';
import { clubCodes } from '../../../shared/domain/club-code.ts';
import type { ClubColours } from '../../../shared/domain/club-colours.ts';
import { formatSeason } from '../../../shared/domain/competition.ts';
import { awaitsDate } from '../../../shared/domain/event-state.ts';
import { dayAndTime, madridText } from '../../../shared/domain/madrid-text.ts';
import { type AgeCategory, ageCategoryNames, listSides, matchdayText } from '../../../shared/domain/match.ts';
import { isOver } from '../../../shared/domain/match-state.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { type PictureFormat, sharePicture } from '../../../shared/domain/share-picture.ts';
import { capitalise, formatDate } from '../sharing/descriptions.ts';

export interface Side {
  name: string;
  /** URL of the crest. */
  crest: string | null;
}

export interface Preview {
  sport: Sport | null;
  isLive: boolean;
  /** Shown at the top, unless on air. */
  label: string;
  title: string;
  /** Shown instead of the title if there are two. */
  sides: Side[];
  /** Footer: date or other details. */
  foot: string;
  /** Small print, if there is room: the match of a video. */
  about?: string;
  /** URL of a picture behind the title. */
  picture: string | null;
  /** Ten-minute slot of a live whose frame is behind the crests. */
  frameSlot?: number;
  /** Final result '2 – 1', between the crests; running scores are not drawn. */
  score?: string;
}

/** Version of the drawing: a new one makes all pictures be drawn again. */
const designVersion = 3;

export const hashPreview = (preview: Preview): string =>
  createHash('sha256')
    .update(JSON.stringify([designVersion, preview]))
    .digest('hex')
    .slice(0, 16);

/** `/vods/01J…` → `share/vods_01J…/<hash>.jpg`. */
export const toPreviewKey = (path: string, preview: Preview, format?: PictureFormat): string =>
  sharePicture(path, hashPreview(preview), format);

type Match = EventOfItem & { thumbnail?: string | null };

/** `showsResult` is true if the clubs allow results in previews. */
export function matchPreview(event: Match, isLive: boolean, showsResult = false): Preview {
  const sides = listSides(event);
  const [one, other, ...more] = event.clubs;
  const two = sides ? [sides.home, sides.away] : one && other && more.length === 0 ? [one, other] : [];
  const off = event.state === 'CANCELLED' ? 'Cancelado' : awaitsDate(event) ? 'Aplazado' : undefined;
  return {
    ...nothing,
    sport: event.sport,
    isLive,
    label: [event.category && ageCategoryNames[event.category], event.matchday && matchdayText(event.matchday)]
      .filter(Boolean)
      .join(' · '),
    title: event.title,
    sides: two.map(({ name, thumbnail }) => ({ name, crest: thumbnail })),
    foot: off ?? describeTime(event.scheduledStartDate),
    picture: event.thumbnail ?? null,
    ...(showsResult && sides && formatResult(event)),
  };
}

/** The picture of a live is redrawn every ten minutes, over a current frame. */
export const toLivePreview = (preview: Preview, now: number): Preview =>
  preview.isLive ? { ...preview, frameSlot: Math.floor(now / frameSlotMs) } : preview;

const frameSlotMs = 10 * 60_000;

/** The picture of an ended match shows its day instead of its hour. */
export const toMomentPreview = (preview: Preview, event: Match, now: number): Preview =>
  isOver(event, now) ? { ...preview, foot: `Jugado el ${formatDate(event.scheduledStartDate)}` } : preview;

const formatResult = ({ score }: Match) =>
  score?.phase === 'ENDED' ? { score: `${score.home} – ${score.away}` } : undefined;

/** Two crests for a match of two sides, otherwise its own picture. */
export function toVideoPreview(
  video: { title: string; thumbnail: string | null; sport?: Sport },
  event: EventOfItem | null,
  showsResult = false,
): Preview {
  const match = event && matchPreview(event, false, showsResult);
  return {
    ...nothing,
    sport: video.sport ?? null,
    label: match ? 'Partido completo' : 'Video',
    title: video.title,
    sides: match?.sides ?? [],
    foot: event ? formatDate(event.scheduledStartDate) : '',
    ...(match?.label && { about: match.label }),
    picture: video.thumbnail,
    ...(match?.score && { score: match.score }),
  };
}

export const toClipPreview = (
  clip: Parameters<typeof toVideoPreview>[0],
  club: string,
  isSummary = false,
): Preview => ({ ...toVideoPreview(clip, null), label: isSummary ? 'Resumen' : 'Clip', foot: club });

export const toClubPreview = (name: string, crest: string | null): Preview => ({
  ...nothing,
  label: 'Club',
  title: name,
  sides: [{ name, crest }],
  foot: 'Partidos en directo y grabados',
});

/** Draws no results: users who hide them would see the picture all the same. */
export const toCompetitionPreview = (competition: {
  sport: Sport;
  name: string;
  category: AgeCategory | null;
  season: number;
}): Preview => ({
  ...nothing,
  sport: competition.sport,
  label: 'Clasificación',
  title: competition.name,
  foot: [competition.category && ageCategoryNames[competition.category], formatSeason(competition.season)]
    .filter(Boolean)
    .join(' · '),
});

const nothing = { sport: null, isLive: false, sides: [], foot: '', picture: null };

/** Picture of pages without their own. */
export const productPreview: Preview = {
  ...nothing,
  label: '',
  title: 'El fútbol y el baloncesto de cantera, en directo',
};
export const productPath = paths.home;

const whenText = madridText(dayAndTime);

const describeTime = (iso: string) => capitalise(whenText(new Date(iso)));

/** Three letters per club, as on the scoreboard. */
export const toCodes = ([home, away]: readonly Side[]) => clubCodes(home?.name ?? '', away?.name ?? '');

const colours = ['#1D4ED8', '#BE185D', '#4338CA', '#0F766E', '#C2410C', '#7E22CE', '#15803D', '#EAB308'];

/** Colours of clubs without a crest: stable per club, but different for both sides. */
export function pickColours(sides: readonly Side[]): ClubColours[] {
  const [first = 0, second = 0] = sides.map(({ name }) => createHash('sha256').update(name).digest()[0] ?? 0);
  const clash = second % colours.length === first % colours.length ? 1 : 0;
  return [first, second + clash]
    .slice(0, sides.length)
    .map((number) => [colours[number % colours.length] ?? '', '#F4F6F8']);
}
