/** Videos in the API's viewer format. */
import { id } from './app.tsx';

export const vodCard = (n: number, more = {}) => ({
  id: id(`vod${n}`),
  title: `Partido ${n}`,
  summary: 'Jornada 3.',
  thumbnail: null,
  status: 'FINISHED',
  sport: 'SOCCER',
  sportEventId: null as string | null,
  duration: 5400,
  dateCreated: '2026-01-02T10:00:00.000Z',
  clubs: [] as { id: string; name: string }[],
  ...more,
});

export const contentCard = (n: number, more = {}) => ({
  id: id(`report${n}`),
  title: `Reportaje ${n}`,
  description: 'Un día con el equipo.',
  thumbnail: null,
  dateCreated: '2025-03-05T18:00:00.000Z',
  status: 'FINISHED',
  duration: 90,
  clubs: [] as { id: string; name: string }[],
  categoryId: 2,
  categoryName: 'Entrevistas',
  ...more,
});
