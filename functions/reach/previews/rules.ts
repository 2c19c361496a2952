/**
 * What the pictures of a page show, and their names, which are made of that: a match that changes has others. Pure.
 * How a match ended is in it where its club says that it may be: whoever hides results could not avoid it. Row E-SHARE-2.
 */
import { createHash } from 'node:crypto';
import type { EventOfItem } from '../../../shared/contract/events.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { clubCodes } from '../../../shared/domain/club-code.ts';
import { awaitsDate } from '../../../shared/domain/event-state.ts';
import { dayAndTime, madridText } from '../../../shared/domain/madrid-text.ts';
import { ageCategoryNames, listSides, matchdayText } from '../../../shared/domain/match.ts';
import { type PictureFormat, sharePicture } from '../../../shared/domain/share-picture.ts';
import type { ClubColours } from '../../recordings/pictures/colours.ts';
import { capitalised, date } from '../sharing/descriptions.ts';

export interface Side {
  name: string;
  /** The crest's address on the media host. */
  crest: string | null;
}

export interface Preview {
  sport: Sport | null;
  isLive: boolean;
  /** Above all: what it is, where it is not on the air. */
  label: string;
  title: string;
  /** In place of the title where there are two. */
  sides: Side[];
  /** At the foot: when, or what else there is to say. */
  foot: string;
  /** Small, where there is room: of which match a video is. */
  about?: string;
  /** Behind a title: an address on the media host. */
  picture: string | null;
  /** '2 – 1', between the crests: how it ended. A picture is not made anew with every goal. */
  score?: string;
}

/** Raised by one when the drawing changes, so that every picture is made anew. */
const design = 3;

export const previewHash = (preview: Preview): string =>
  createHash('sha256')
    .update(JSON.stringify([design, preview]))
    .digest('hex')
    .slice(0, 16);

/** `/vods/01J…` → `share/vods_01J…/<hash>.jpg`. */
export const previewKey = (path: string, preview: Preview, format?: PictureFormat): string =>
  sharePicture(path, previewHash(preview), format);

type Match = EventOfItem & { thumbnail?: string | null };

/** `tells`: whether the result may be seen. */
export function matchPreview(event: Match, isLive: boolean, tells = false): Preview {
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
    foot: off ?? when(event.scheduledStartDate),
    picture: event.thumbnail ?? null,
    ...(tells && sides && resultOf(event)),
  };
}

const resultOf = ({ score }: Match) =>
  score?.phase === 'ENDED' ? { score: `${score.home} – ${score.away}` } : undefined;

/** Two crests where it is of a match of two, else its own picture. */
export function videoPreview(
  video: { title: string; thumbnail: string | null; sport?: Sport },
  event: EventOfItem | null,
  tells = false,
): Preview {
  const match = event && matchPreview(event, false, tells);
  return {
    ...nothing,
    sport: video.sport ?? null,
    label: match ? 'Partido completo' : 'Video',
    title: video.title,
    sides: match?.sides ?? [],
    foot: event ? date(event.scheduledStartDate) : '',
    ...(match?.label && { about: match.label }),
    picture: video.thumbnail,
    ...(match?.score && { score: match.score }),
  };
}

export const clipPreview = (clip: Parameters<typeof videoPreview>[0], club: string, isSummary = false): Preview => ({
  ...videoPreview(clip, null),
  label: isSummary ? 'Resumen' : 'Clip',
  foot: club,
});

export const clubPreview = (name: string, crest: string | null): Preview => ({
  ...nothing,
  label: 'Club',
  title: name,
  sides: [{ name, crest }],
  foot: 'Partidos en directo y grabados',
});

const nothing = { sport: null, isLive: false, sides: [], foot: '', picture: null };

/** Of every page without a picture of its own. */
export const productPreview: Preview = {
  ...nothing,
  label: '',
  title: 'El fútbol y el baloncesto de cantera, en directo',
};
export const productPath = '/home';

const whenText = madridText(dayAndTime);

const when = (iso: string) => capitalised(whenText(new Date(iso)));

/** Three letters for each club, in the place of a crest: those of the scoreboard. */
export const codesOf = ([home, away]: readonly Side[]) => clubCodes(home?.name ?? '', away?.name ?? '');

const colours = ['#1D4ED8', '#BE185D', '#4338CA', '#0F766E', '#C2410C', '#7E22CE', '#15803D', '#EAB308'];

/** Of clubs without a crest. The same for a club every time, unless both sides would have it. */
export function coloursOf(sides: readonly Side[]): ClubColours[] {
  const [first = 0, second = 0] = sides.map(({ name }) => createHash('sha256').update(name).digest()[0] ?? 0);
  const clash = second % colours.length === first % colours.length ? 1 : 0;
  return [first, second + clash]
    .slice(0, sides.length)
    .map((number) => [colours[number % colours.length] ?? '', '#F4F6F8']);
}
