/** Clubs as every selector of viewers asks for them. */
import { api } from '../../../lib/api.ts';

/** For every club selector of viewers: page 1 of the club list (V-UI-7). */
export async function searchClubs(search: string) {
  return (await api('GET /clubs', { query: { search } })).data.clubs;
}
