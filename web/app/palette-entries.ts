/** Entries of the command palette: pages and actions by permission, and items that the server finds. */
import { containsWords } from '../../shared/domain/search-text.ts';
import { api } from '../lib/api.ts';
import { formatDateTime, formatDay, formatDuration } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import type { Session } from '../session/session.tsx';
import type { IconName } from '../ui/icon.tsx';
import { listBackOfficePages } from './back-office-pages.ts';

export interface PaletteEntry {
  to: string;
  text: string;
  icon: IconName;
  /** The item's kind, or a detail that tells items of the same name apart. */
  note: string;
}

type PaletteUser = Pick<Session, 'isLiveUser' | 'isClubStaff' | 'user'>;

const toActionEntry = (to: string, text: string): PaletteEntry => ({ to, text, icon: 'plus', note: 'Acción' });

export function listCommands(user: PaletteUser): PaletteEntry[] {
  const { manage } = paths;
  const awaiting = `${manage.vods.list}?por-publicar=si`;
  const forAdmins: PaletteEntry[] = [
    toActionEntry(manage.cameras.create, 'Nueva cámara'),
    toActionEntry(manage.content.create, 'Nuevo contenido'),
    toActionEntry(manage.ads.create, 'Nuevo anuncio'),
    toActionEntry(manage.clubs.create, 'Nuevo club'),
    toActionEntry(manage.staff.create, 'Invitar a una persona'),
    { to: awaiting, text: 'Videos por publicar', icon: 'clock', note: 'Partidos' },
  ];
  return [
    ...listBackOfficePages(user).map(({ group = 'Página', ...page }) => ({ ...page, note: group })),
    toActionEntry(manage.vods.create, 'Subir video'),
    toActionEntry(manage.events.create, 'Nuevo partido'),
    ...(user.isLiveUser ? forAdmins : []),
  ];
}

export const matchCommands = (commands: readonly PaletteEntry[], typed: string): PaletteEntry[] =>
  commands.filter(({ text }) => containsWords(text, typed));

const maxItemsPerKind = 4;

/** Finds up to four items of each kind whose list the user may open. */
export async function findItems(
  search: string,
  { isLiveUser }: PaletteUser,
  signal: AbortSignal,
): Promise<PaletteEntry[]> {
  const call = { query: { search, page: 1 }, signal };
  const lists = await Promise.all(isLiveUser ? listForAdmins(call) : listForClubStaff(call));
  return lists.flatMap((entries) => entries.slice(0, maxItemsPerKind));
}

interface Call {
  query: { search: string; page: number };
  signal: AbortSignal;
}

interface TitledItem {
  id: string;
  title: string;
}

interface Film extends TitledItem {
  dateCreated: string;
  duration: number | null;
}

const { manage } = paths;

/** Today's matches come first. */
const matchesFirst = (call: Call) => ({ ...call, query: { ...call.query, time: 'fromToday' as const } });
const toMatchEntries = (events: readonly (TitledItem & { scheduledStartDate: string })[]): PaletteEntry[] =>
  events.map(({ id, title, scheduledStartDate }) => ({
    to: manage.events.edit(id),
    text: title,
    icon: 'calendar',
    note: formatDateTime(scheduledStartDate),
  }));

/** The note tells the videos of one match apart. */
const toFilmEntry = (
  { title, dateCreated, duration }: Film,
  to: string,
  icon: IconName,
  kind: string,
): PaletteEntry => ({
  to,
  text: title,
  icon,
  note: [kind, formatDay(dateCreated), duration && formatDuration(duration)].filter(Boolean).join(' · '),
});
const toVideoEntries = (vods: readonly Film[]): PaletteEntry[] =>
  vods.map((vod) => toFilmEntry(vod, manage.vods.edit(vod.id), 'video', 'Video'));

const listMatters = (call: Call): Promise<PaletteEntry[]> =>
  api('GET /matters', call).then(({ data }) =>
    data.matters.map(({ id, number, title }) => ({
      to: `${paths.manageMatters}?${new URLSearchParams({ aviso: id })}`,
      text: title,
      icon: 'flag',
      note: `Denuncia ${number}`,
    })),
  );

const listForClubStaff = (call: Call): Promise<PaletteEntry[]>[] => [
  api('GET /clubStaff/sportevents', matchesFirst(call)).then(({ data }) => toMatchEntries(data.sportEvents)),
  api('GET /clubStaff/vods', call).then(({ data }) => toVideoEntries(data.vods)),
  // Club staff only read ads, in their list.
  api('GET /clubStaff/ad_videos', call).then(({ data }) =>
    data.adVideos.map((ad) =>
      toFilmEntry(ad, `${manage.ads.list}?${new URLSearchParams({ search: ad.title })}`, 'megaphone', 'Anuncio'),
    ),
  ),
  listMatters(call),
];

const listForAdmins = (call: Call): Promise<PaletteEntry[]>[] => [
  api('GET /live/clubs', call).then(({ data }) =>
    data.clubs.map(({ id, name }) => ({ to: manage.clubs.edit(id), text: name, icon: 'shield', note: 'Club' })),
  ),
  api('GET /live/sportevents', matchesFirst(call)).then(({ data }) => toMatchEntries(data.sportEvents)),
  api('GET /live/vods', call).then(({ data }) => toVideoEntries(data.vods)),
  api('GET /live/cameras', call).then(({ data }) =>
    data.cameras.map(({ id, slug, title }) => ({
      to: manage.cameras.edit(id),
      text: slug,
      icon: 'camera',
      note: title && title !== slug ? title : 'Cámara',
    })),
  ),
  api('GET /live/content', call).then(({ data }) =>
    data.contentVideos.map((video) => toFilmEntry(video, manage.content.edit(video.id), 'film', 'Contenido')),
  ),
  api('GET /live/ad_videos', call).then(({ data }) =>
    data.adVideos.map((ad) => toFilmEntry(ad, manage.ads.edit(ad.id), 'megaphone', 'Anuncio')),
  ),
  listMatters(call),
  api('GET /live/club-staff-users', call).then(({ data }) =>
    data.clubStaffUsers.map(({ id, personalName, email }) => ({
      to: manage.staff.edit(id),
      text: personalName || email,
      icon: 'users',
      note: email,
    })),
  ),
];
