/** Four short films of invented matches, each between two clubs of the demo league in their kits, with their goals. */
import { join } from 'node:path';
import type { Sport } from '../../../shared/contract/schema.ts';

export interface Goal {
  /** Seconds from the film's start. */
  at: number;
  side: 0 | 1;
}

export interface Film {
  /** MP4 (H.264, AAC). */
  path: string;
  seconds: number;
  goals: readonly Goal[];
  /** Second of a key frame after which no goal follows: the rest can be repeated. Without it, the film stays short. */
  goallessFrom?: number;
}

export interface DemoFilm extends Required<Film> {
  sport: Sport;
  /** Names of the clubs whose kits the players wear. */
  home: string;
  away: string;
}

/** Ordered from the latest match. The end of each film blends into the picture at `goallessFrom`. */
export const demoFilms: readonly DemoFilm[] = [
  createFilm('puerto-nuevo-la-ribera.mp4', 'BASKET', 'CB Puerto Nuevo', 'CB La Ribera', [
    { at: 6.6, side: 1 },
    { at: 13.64, side: 0 },
  ]),
  createFilm('atletico-norte-torre-vieja.mp4', 'SOCCER', 'Atlético Norte', 'Torre Vieja CF', [
    { at: 5, side: 0 },
    { at: 14.8, side: 0 },
  ]),
  createFilm('san-juan-huerta-alta.mp4', 'SOCCER', 'San Juan de la Vega', 'Huerta Alta', [
    { at: 2.92, side: 0 },
    { at: 14, side: 0 },
  ]),
  createFilm('basquet-sur-la-ribera.mp4', 'BASKET', 'Básquet Sur', 'CB La Ribera', [
    { at: 4.44, side: 0 },
    { at: 12.52, side: 1 },
  ]),
];

function createFilm(file: string, sport: Sport, home: string, away: string, goals: Goal[]): DemoFilm {
  const path = join(import.meta.dirname, 'films', file);
  return { path, sport, home, away, goals, seconds: 36, goallessFrom: 24 };
}
