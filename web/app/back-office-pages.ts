/** The pages of the back office in their groups: its sidebar and its command palette show this list. */
import { type Page, pages } from '../../shared/domain/pages.ts';
import { paths } from '../lib/paths.ts';
import type { Session } from '../session/session.tsx';
import type { IconName } from '../ui/icon.tsx';

export const pageGroups = ['Partidos', 'Clubes', 'Dinero', 'Confianza', 'Sistema'] as const;

export interface BackOfficePage {
  to: string;
  text: string;
  icon: IconName;
  /** Absent for the pages above the groups. */
  group?: (typeof pageGroups)[number];
}

const { manage } = paths;

const listed: BackOfficePage[] = [
  { to: paths.today, text: 'Hoy', icon: 'clock' },
  { to: paths.home, text: 'Inicio', icon: 'home' },
  { to: manage.events.list, text: 'Eventos', icon: 'calendar', group: 'Partidos' },
  { to: manage.vods.list, text: 'Videos', icon: 'video', group: 'Partidos' },
  { to: manage.cameras.list, text: 'Cámaras', icon: 'camera', group: 'Partidos' },
  { to: paths.manageCompetitions, text: 'Competiciones', icon: 'ball', group: 'Partidos' },
  { to: manage.content.list, text: 'Contenido', icon: 'film', group: 'Partidos' },
  { to: manage.clubs.list, text: 'Clubes', icon: 'shield', group: 'Clubes' },
  { to: manage.staff.list, text: 'Personal del Club', icon: 'users', group: 'Clubes' },
  { to: manage.ads.list, text: 'Anuncios', icon: 'megaphone', group: 'Dinero' },
  { to: paths.managePlans, text: 'Planes y códigos', icon: 'bookmark', group: 'Dinero' },
  { to: paths.manageInvoices, text: 'Facturas', icon: 'copy', group: 'Dinero' },
  { to: paths.manageStatements, text: 'Liquidaciones', icon: 'swap', group: 'Dinero' },
  { to: paths.unseenPurchases, text: 'Vendido y sin ver', icon: 'eyeOff', group: 'Dinero' },
  { to: paths.manageLostMinutes, text: 'Minutos perdidos', icon: 'clock', group: 'Dinero' },
  { to: paths.manageMatters, text: 'Denuncias', icon: 'flag', group: 'Confianza' },
  { to: paths.manageRights, text: 'Derechos de imagen', icon: 'lock', group: 'Confianza' },
  { to: paths.audit, text: 'Registro', icon: 'history', group: 'Confianza' },
  { to: paths.quality, text: 'Calidad', icon: 'chart', group: 'Sistema' },
  { to: paths.liveProfile, text: 'Perfil del Directo', icon: 'cast', group: 'Sistema' },
  { to: paths.adminProfile, text: 'Perfil', icon: 'user', group: 'Sistema' },
];

const forAdmins = new Set(
  Object.values<Page>(pages)
    .filter(({ need }) => need === 'admin')
    .map(({ path }) => path),
);

/** The pages that the user may open. Club staff have their own club in place of the list of clubs. */
export function listBackOfficePages({
  isLiveUser,
  isClubStaff,
  user,
}: Pick<Session, 'isLiveUser' | 'isClubStaff' | 'user'>): BackOfficePage[] {
  const allowed = listed.filter(({ to }) => isLiveUser || !forAdmins.has(to));
  const own: BackOfficePage[] =
    isClubStaff && user?.clubId
      ? [{ to: manage.clubs.edit(user.clubId), text: 'Mi Club', icon: 'shield', group: 'Clubes' }]
      : [];
  return [...allowed, ...own];
}
