/** Clubs of the demo league; all names are invented. */

import type { Sport } from '../../../shared/contract/schema.ts';
import type { AgeCategory } from '../../../shared/domain/match.ts';

export interface Team {
  name: string;
  colours: [string, string];
  crest: { shape: 'shield' | 'round' | 'diamond'; emblem: 'stripe' | 'cross' | 'star' | 'wave' | 'tower' | 'olive' };
  sports: Sport[];
  grounds: Partial<Record<Sport, string>>;
}

export const teams: Team[] = [
  createTeam('CD Sauce', ['#15803d', '#f8fafc'], 'shield', 'olive', { SOCCER: 'Campo Municipal de la Vega' }),
  createTeam('Atlético Norte', ['#b91c1c', '#f8fafc'], 'shield', 'stripe', { SOCCER: 'Ciudad Deportiva Norte' }),
  createTeam('Rivera CF', ['#1d4ed8', '#fde047'], 'round', 'wave', { SOCCER: 'Campo de la Ribera' }),
  createTeam('León de Alcor', ['#a16207', '#111827'], 'shield', 'tower', { SOCCER: 'Estadio del Alcor' }),
  createTeam('Los Olivos UD', ['#4d7c0f', '#fef9c3'], 'round', 'olive', { SOCCER: 'Ciudad Deportiva Los Olivos' }),
  createTeam('Pinar UD', ['#065f46', '#fbbf24'], 'diamond', 'cross', { SOCCER: 'Campo de la Rambla' }),
  createTeam('Torre Vieja CF', ['#7c2d12', '#fed7aa'], 'shield', 'tower', { SOCCER: 'Campo del Molino' }),
  createTeam('San Juan de la Vega', ['#0e7490', '#f8fafc'], 'round', 'cross', { SOCCER: 'Campo San Juan' }),
  createTeam('Escuela Mar Menor', ['#0369a1', '#e0f2fe'], 'diamond', 'wave', {
    SOCCER: 'Campo de las Salinas',
    BASKET: 'Polideportivo Mar Menor',
  }),
  createTeam('Básquet Sur', ['#c2410c', '#0f172a'], 'round', 'star', { BASKET: 'Pabellón Sur' }),
  createTeam('CB La Ribera', ['#6d28d9', '#f5f3ff'], 'shield', 'stripe', { BASKET: 'Pabellón La Ribera' }),
  createTeam('Baloncesto Almenara', ['#be123c', '#ffe4e6'], 'diamond', 'star', { BASKET: 'Pabellón de la Almenara' }),
  createTeam('CB Puerto Nuevo', ['#0f766e', '#fef3c7'], 'round', 'wave', { BASKET: 'Pabellón del Puerto' }),
  createTeam('Huerta Alta', ['#ca8a04', '#14532d'], 'shield', 'olive', {
    SOCCER: 'Campo de la Huerta Alta',
    BASKET: 'Pabellón Príncipe de la Huerta',
  }),
];

export const categories: AgeCategory[] = ['alevin', 'infantil', 'cadete', 'juvenil'];

function createTeam(
  name: string,
  colours: Team['colours'],
  shape: Team['crest']['shape'],
  emblem: Team['crest']['emblem'],
  grounds: Team['grounds'],
): Team {
  return { name, colours, crest: { shape, emblem }, sports: Object.keys(grounds) as Sport[], grounds };
}
