import type { Sport } from '../contract/schema.ts';

export const sportName = (sport: Sport) => (sport === 'SOCCER' ? 'Fútbol' : 'Baloncesto');
