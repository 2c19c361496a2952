/**
 * Seeds the videos of the demo league: the product's pipeline encodes a few, the others are copies of their encodings.
 */
import { readFile } from 'node:fs/promises';
import { environment } from '../../../functions/platform/aws/environment.ts';
import { writeObject } from '../../../functions/platform/aws/storage.ts';
import { contentVideos } from '../../../functions/recordings/content/store.ts';
import { createMediaFields } from '../../../functions/recordings/media/rules.ts';
import { sourceKey } from '../../../functions/recordings/uploads/rules.ts';
import type { StoredVod } from '../../../functions/recordings/vods/rules.ts';
import { vods } from '../../../functions/recordings/vods/store.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { copyEncoding, createCopiedFields, lengthen } from './encodings.ts';
import { demoFilms, type Film } from './films.ts';
import { seedHighlights } from './highlights.ts';
import { storePoster, storeTitlePoster } from './posters.ts';
import type { Repetition } from './repeated-playlist.ts';
import { findFilmStart, type ShownFilm } from './scores.ts';
import {
  createOnce,
  hasEnded,
  isEncoded,
  type Match,
  retryStep,
  type SeedOptions,
  toSeedId,
  waitUntil,
} from './steps.ts';

interface VideoOptions extends Pick<SeedOptions, 'progress' | 'clips'> {
  /** Played matches, oldest first. */
  matches: Match[];
}

type Clips = NonNullable<SeedOptions['clips']>;

/** Number of matches with a recording of the whole match. */
const distinctMatches = 20;
const defaultClips: Clips = { films: demoFilms };
const defaultRecordings = 30;

const contents = [
  { title: 'Así se prepara un derbi de cadetes', category: 5 },
  { title: 'Cinco goles de la jornada', category: 2 },
  { title: 'Entrevista: la portera que no quería parar', category: 1 },
  { title: 'Aprende a salir de la presión', category: 3 },
  { title: 'El tiro tras bote, paso a paso', category: 4 },
  { title: 'Resumen del torneo de otoño', category: 2 },
  { title: 'Un sábado con el equipo de utilleros', category: 5 },
  { title: 'Hablamos con los entrenadores de infantil', category: 1 },
];

const posterHeadings: Record<number, string> = {
  1: 'Entrevista',
  2: 'Resumen',
  3: 'Escuela de fútbol',
  4: 'Escuela de baloncesto',
  5: 'Detrás del banquillo',
};

/** Sport of the content categories that teach one, by category id. */
const schoolSports = new Map<number, Sport>([
  [3, 'SOCCER'],
  [4, 'BASKET'],
]);

/** Seeds missing videos, each on its own; returns descriptions of those that failed. */
export async function seedVideos({ progress, matches, clips = defaultClips }: VideoOptions): Promise<string[]> {
  const { films, recordings = defaultRecordings } = clips;
  const missing: string[] = [];
  const attempt = <T>(what: string, step: () => Promise<T>): Promise<T | undefined> =>
    retryStep(step).catch((error: unknown) => {
      missing.push(`${what} (${error instanceof Error ? error.message : error})`);
      return undefined;
    });
  const past = orderMatches(matches);
  const templates: Template[] = [];
  for (const [index, filmed] of assignFilms(past, films).entries()) {
    progress(`Encoding demo video ${index + 1} of ${films.length}…`);
    // Tests create their own scores, moments and clips.
    const isDefault = clips === defaultClips;
    const vod = await attempt(`recording ${index + 1}`, () => seedEncodedVod(index, filmed, isDefault));
    if (!vod) continue;
    templates.push({ vod, ...filmed });
    if (!isDefault) continue;
    await attempt(`the highlights of recording ${index + 1}`, () =>
      seedHighlights(index, vod, filmed.match, filmed.film.goals),
    );
  }
  if (templates.length === 0) return [...missing, 'all videos that are copies of these'];
  for (let index = films.length; index < recordings; index += 1) {
    const match = pickMatch(past, index);
    const template =
      templates.find((one, at) => one.match.sport === match.sport && at % 2 === index % 2) ?? templates[0];
    // The last two recordings stay unpublished, as examples for the back office.
    if (template)
      await attempt(`recording ${index + 1}`, () => seedCopiedVod(index, match, template, index < recordings - 2));
  }
  for (const [index, { title, category }] of contents.slice(0, clips.contents).entries()) {
    // Training videos must show the sport that they teach.
    const sport = schoolSports.get(category);
    const matchesSport = (one: { sport: Sport }) => sport === undefined || one.sport === sport;
    const fitting = templates.filter((one) => matchesSport(one.match));
    const template = fitting[index % fitting.length] ?? templates[0];
    const match = pickMatch(past.some(matchesSport) ? past.filter(matchesSport) : past, index + 3);
    if (template) await attempt(`"${title}"`, () => seedContentVideo(index, title, category, template, match));
  }
  return missing;
}

export interface FilmedMatch extends ShownFilm {
  match: Match;
}

export function findFilmedMatches(matches: readonly Match[]): FilmedMatch[] {
  return assignFilms(orderMatches(matches), demoFilms);
}

interface Template extends FilmedMatch {
  vod: StoredVod;
}

function assignFilms(past: readonly Match[], films: readonly Film[]): FilmedMatch[] {
  return films.map((film, index) => {
    const shownSeconds = film.goallessFrom === undefined ? film.seconds : chooseMatchSeconds(index);
    return { match: pickMatch(past, index), film, shownSeconds };
  });
}

/** Seconds of whole segments: four to six minutes for a match, one to two for summaries and content videos. */
const chooseMatchSeconds = (index: number) => 240 + 4 * ((index * 13) % 31);
const chooseShortSeconds = (index: number) => 60 + 4 * ((index * 7) % 16);

/**
 * Describes how a film is lengthened to `until` seconds; undefined if its encoding is shorter than the film, or no
 * goalless end is known.
 */
const createRepetition = (
  { vod, film: { seconds, goallessFrom } }: Pick<Template, 'vod' | 'film'>,
  until: number,
): Repetition | undefined =>
  goallessFrom !== undefined && (vod.duration ?? 0) > seconds - 1
    ? { seconds, goallessEnd: { from: goallessFrom, until } }
    : undefined;

/** Takes the latest matches, oldest first, and moves those that a film shows to the end, where `pickMatch` begins. */
function orderMatches(matches: readonly Match[]): Match[] {
  const latest = matches.slice(-distinctMatches);
  const filmed = demoFilms
    .map((film) => latest.find(({ home, away }) => home.name === film.home && away.name === film.away))
    .filter((match) => match !== undefined);
  return [...latest.filter((match) => !filmed.includes(match)), ...filmed.reverse()];
}

/** Seeds a recording. `isTimed` stores its wall-clock time, which the score shown with it needs. */
async function seedEncodedVod(
  index: number,
  { match, film, shownSeconds }: FilmedMatch,
  isTimed: boolean,
): Promise<StoredVod> {
  const id = toSeedId('V', index);
  if (!(await vods.get(id))) {
    const key = sourceKey('vods', id, 'partido.mp4');
    await createOnce(() =>
      vods.create({
        ...createVodFields(id, index, match),
        ...createMediaFields({ bucket: 'uploads', key }, 0),
        visible: true,
        ...(isTimed && { recorded: createRecordedTime(match, shownSeconds) }),
      }),
    );
  }
  const vod = await vods.get(id);
  if (!isEncoded(vod)) {
    const bytes = await readFile(film.path);
    await vods.change(id, (item) => ({ ...item, size: bytes.length, status: 'SENT', pending: null, failure: null }));
    const key = sourceKey('vods', id, 'partido.mp4');
    await writeObject({ bucket: environment('UPLOADS_BUCKET'), key }, bytes, { contentType: 'video/mp4' });
    await waitUntil(async () => hasEnded(await vods.get(id)));
  }
  const finished = await vods.get(id);
  if (!finished || !isEncoded(finished)) throw new Error(finished?.failure ?? 'the recording no longer exists');
  const repeated = createRepetition({ vod: finished, film }, shownSeconds);
  return repeated ? lengthen(finished, film.path, repeated) : finished;
}

function createRecordedTime(match: Match, seconds: number) {
  const from = findFilmStart(match);
  return { from: new Date(from).toISOString(), to: new Date(from + seconds * 1000).toISOString() };
}

async function seedCopiedVod(index: number, match: Match, template: Template, visible: boolean): Promise<void> {
  const id = toSeedId('V', index);
  if (await vods.get(id)) return;
  const repeated = createRepetition(template, isSummary(index) ? chooseShortSeconds(index) : chooseMatchSeconds(index));
  await copyEncoding(template.vod, 'vods', id, { repeated });
  const thumbnail = await storePoster('vods', id, match);
  const media = { ...createMediaFields(null, 0), ...createCopiedFields(template.vod, repeated), thumbnail };
  await createOnce(() =>
    vods.create({ ...createVodFields(id, index, match), ...media, visible, awaiting: visible ? null : 'new' }),
  );
}

async function seedContentVideo(
  index: number,
  title: string,
  categoryId: number,
  template: Template,
  match: Match,
): Promise<void> {
  const id = toSeedId('N', index);
  if (await contentVideos.get(id)) return;
  const repeated = createRepetition(template, chooseShortSeconds(index));
  await copyEncoding(template.vod, 'contentvideos', id, { repeated });
  const thumbnail = await storeTitlePoster('contentvideos', id, posterHeadings[categoryId] ?? title, match);
  await createOnce(() =>
    contentVideos.create({
      ...createMediaFields(null, 0),
      ...createCopiedFields(template.vod, repeated),
      thumbnail,
      id,
      title,
      description: `${title}. Un vistazo de cerca al deporte de cantera, contado por sus protagonistas.`,
      categoryId,
      clubIds: match.clubIds,
      renderOrder: null,
      visible: true,
      dateCreated: new Date(Date.now() - index * 86_400_000).toISOString(),
      uploadId: null,
    }),
  );
}

/** Recordings beyond the number of matches are summaries. */
const isSummary = (index: number) => index >= distinctMatches;

function createVodFields(id: string, index: number, match: Match) {
  return {
    id,
    title: isSummary(index) ? `Resumen: ${match.title}` : match.title,
    summary: match.summary,
    sport: match.sport,
    sportEventId: match.id,
    clubIds: match.clubIds,
    renderOrder: null,
    dateCreated: new Date(match.start.getTime() + 3 * 3_600_000 + index * 1000).toISOString(),
    uploadId: null,
  };
}

/** Picks a match, counted from the end of the list; starts again after the first. */
function pickMatch(past: readonly Match[], index: number): Match {
  const match = past[(past.length - 1 - index + 10 * past.length) % past.length];
  if (!match) throw new Error('The demo league has no past match');
  return match;
}
