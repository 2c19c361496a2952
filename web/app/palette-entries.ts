/** Entries of the command palette: pages and actions by permission, and items that the server finds. */
import { containsWords } from '../../shared/domain/search-text.ts';
import { api } from '../lib/api.ts';
import { formatDateTime } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import type { Session } from '../session/session.tsx';
import type { IconName } from '../ui/icon.tsx';

export interface PaletteEntry {
  to: string;
  text: string;
  icon: IconName;
  /** The item's kind, or a detail that tells items of the same name apart. */
  note: string;
}

type PaletteUser = Pick<Session, 'isLiveUser' | 'isClubStaff' | 'user'>;

const toPageEntry = (to: string, text: string, icon: IconName): PaletteEntry => ({ to, text, icon, note: 'Página' });
const toActionEntry = (to: string, text: string): PaletteEntry => ({ to, text, icon: 'plus', note: 'Acción' });

export function listCommands({ isLiveUser, user }: PaletteUser): PaletteEntry[] {
  const { manage } = paths;
  const forAdmins = [
    toActionEntry(manage.cameras.create, 'Nueva cámara'),
    toActionEntry(manage.content.create, 'Nuevo contenido'),
    toActionEntry(manage.ads.create, 'Nuevo anuncio'),
    toActionEntry(manage.clubs.create, 'Nuevo club'),
    toActionEntry(manage.staff.create, 'Invitar a una persona'),
    toPageEntry(manage.cameras.list, 'Cámaras', 'camera'),
    toPageEntry(manage.content.list, 'Contenido', 'film'),
    toPageEntry(manage.clubs.list, 'Clubes', 'shield'),
    toPageEntry(manage.staff.list, 'Personal del Club', 'users'),
    toPageEntry(`${manage.vods.list}?por-publicar=si`, 'Videos por publicar', 'clock'),
    toPageEntry(paths.liveProfile, 'Mi Stream', 'camera'),
    toPageEntry(paths.manageCompetitions, 'Competiciones', 'flag'),
    toPageEntry(paths.adminProfile, 'Perfil', 'user'),
  ];
  return [
    toPageEntry(paths.today, 'Hoy', 'clock'),
    toActionEntry(manage.vods.create, 'Subir video'),
    toActionEntry(manage.events.create, 'Nuevo partido'),
    toPageEntry(manage.events.list, 'Eventos', 'calendar'),
    toPageEntry(manage.vods.list, 'Videos', 'video'),
    toPageEntry(manage.ads.list, 'Anuncios', 'megaphone'),
    ...(isLiveUser ? forAdmins : []),
    ...(user?.clubId ? [toPageEntry(manage.clubs.edit(user.clubId), 'Mi Club', 'shield')] : []),
    toPageEntry(paths.home, 'Inicio: la web como la ven todos', 'home'),
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
  const found = await Promise.all(isLiveUser ? listForAdmins(call) : listForClubStaff(call));
  return found.flatMap((entries) => entries.slice(0, maxItemsPerKind));
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
