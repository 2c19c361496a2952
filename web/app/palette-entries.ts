/** The command palette offers pages and actions by permission, and items found by the server. */
import { foldText } from '../../shared/domain/fold-text.ts';
import { api } from '../lib/api.ts';
import { formatDateTime } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import type { Session } from '../session/session.tsx';
import type { IconName } from '../ui/icon.tsx';

export interface PaletteEntry {
  to: string;
  text: string;
  icon: IconName;
  /** The kind of the item, or a detail that distinguishes items of the same name. */
  note: string;
}

type Who = Pick<Session, 'isLiveUser' | 'isClubStaff' | 'user'>;

const page = (to: string, text: string, icon: IconName): PaletteEntry => ({ to, text, icon, note: 'Página' });
const toActionEntry = (to: string, text: string): PaletteEntry => ({ to, text, icon: 'plus', note: 'Acción' });

export function listCommands({ isLiveUser, user }: Who): PaletteEntry[] {
  const { manage } = paths;
  const forAdmins = [
    toActionEntry(manage.cameras.create, 'Nueva cámara'),
    toActionEntry(manage.content.create, 'Nuevo contenido'),
    toActionEntry(manage.ads.create, 'Nuevo anuncio'),
    toActionEntry(manage.clubs.create, 'Nuevo club'),
    toActionEntry(manage.staff.create, 'Invitar a una persona'),
    page(manage.cameras.list, 'Cámaras', 'camera'),
    page(manage.content.list, 'Contenido', 'film'),
    page(manage.clubs.list, 'Clubes', 'shield'),
    page(manage.staff.list, 'Personal del Club', 'users'),
    page(`${manage.vods.list}?por-publicar=si`, 'Videos por publicar', 'clock'),
    page(paths.liveProfile, 'Mi Stream', 'camera'),
    page(paths.manageCompetitions, 'Competiciones', 'flag'),
    page(paths.adminProfile, 'Perfil', 'user'),
  ];
  return [
    page(paths.today, 'Hoy', 'clock'),
    toActionEntry(manage.vods.create, 'Subir video'),
    toActionEntry(manage.events.create, 'Nuevo partido'),
    page(manage.events.list, 'Eventos', 'calendar'),
    page(manage.vods.list, 'Videos', 'video'),
    page(manage.ads.list, 'Anuncios', 'megaphone'),
    ...(isLiveUser ? forAdmins : []),
    ...(user?.clubId ? [page(manage.clubs.edit(user.clubId), 'Mi Club', 'shield')] : []),
    page(paths.home, 'Inicio: la web como la ven todos', 'home'),
  ];
}

/** Commands that have each typed word, in any order. */
export function matchCommands(commands: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = foldText(typed).split(' ').filter(Boolean);
  return commands.filter(({ text }) => words.every((word) => foldText(text).includes(word)));
}

const shownOfEach = 4;

/** The first item of each kind whose list the caller may see. */
export async function findItems(search: string, { isLiveUser }: Who, signal: AbortSignal): Promise<PaletteEntry[]> {
  const call = { query: { search, page: 1 }, signal };
  const found = await Promise.all(isLiveUser ? listForAdmins(call) : listForClubStaff(call));
  return found.flatMap((entries) => entries.slice(0, shownOfEach));
}

interface Call {
  query: { search: string; page: number };
  signal: AbortSignal;
}

interface Titled {
  id: string;
  title: string;
}

const { manage } = paths;
const toMatchEntries = (events: readonly (Titled & { scheduledStartDate: string })[]): PaletteEntry[] =>
  events.map(({ id, title, scheduledStartDate }) => ({
    ...{ to: manage.events.edit(id), text: title, icon: 'calendar' },
    note: formatDateTime(scheduledStartDate),
  }));
const toVideoEntries = (vods: readonly Titled[]): PaletteEntry[] =>
  vods.map(({ id, title }) => ({ to: manage.vods.edit(id), text: title, icon: 'video', note: 'Video' }));

const listForClubStaff = (call: Call): Promise<PaletteEntry[]>[] => [
  api('GET /clubStaff/sportevents', call).then(({ data }) => toMatchEntries(data.sportEvents)),
  api('GET /clubStaff/vods', call).then(({ data }) => toVideoEntries(data.vods)),
];

const listForAdmins = (call: Call): Promise<PaletteEntry[]>[] => [
  api('GET /live/sportevents', call).then(({ data }) => toMatchEntries(data.sportEvents)),
  api('GET /live/vods', call).then(({ data }) => toVideoEntries(data.vods)),
  api('GET /live/clubs', call).then(({ data }) =>
    data.clubs.map(({ id, name }) => ({ to: manage.clubs.edit(id), text: name, icon: 'shield', note: 'Club' })),
  ),
  api('GET /live/cameras', call).then(({ data }) =>
    data.cameras.map(({ id, slug, title }) => ({
      ...{ to: manage.cameras.edit(id), text: slug, icon: 'camera' },
      note: title && title !== slug ? title : 'Cámara',
    })),
  ),
  api('GET /live/club-staff-users', call).then(({ data }) =>
    data.clubStaffUsers.map(({ id, personalName, email }) => ({
      ...{ to: manage.staff.edit(id), text: personalName || email, icon: 'users', note: email },
    })),
  ),
];
