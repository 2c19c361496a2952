import type { Sport } from '../contract/schema.ts';

/** As people read it. */
export const sportName = (sport: Sport) => (sport === 'SOCCER' ? 'Fútbol' : 'Baloncesto');
