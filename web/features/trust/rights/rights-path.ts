import { paths } from '../../../lib/paths.ts';

export const rightsParts = [
  { value: 'partidos', label: 'Próximos partidos' },
  { value: 'equipos', label: 'Equipos y contrato' },
  { value: 'competiciones', label: 'Competiciones' },
  { value: 'familias', label: 'Solo familias' },
] as const;
export type RightsPart = (typeof rightsParts)[number]['value'];

export const rightsPath = (part: RightsPart, clubId?: string): string =>
  `${paths.manageRights}?${new URLSearchParams({ ver: part, ...(clubId && { club: clubId }) })}`;
