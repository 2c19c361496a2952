/** An event as a match: age category, sides and their texts. */

/** Age categories of Spanish youth sport, youngest first, keyed by their folded names in titles. */
export const ageCategoryNames = {
  prebenjamin: 'Prebenjamín',
  benjamin: 'Benjamín',
  alevin: 'Alevín',
  infantil: 'Infantil',
  cadete: 'Cadete',
  juvenil: 'Juvenil',
  junior: 'Júnior',
  senior: 'Sénior',
} as const;
export type AgeCategory = keyof typeof ageCategoryNames;
export const ageCategories = Object.keys(ageCategoryNames) as [AgeCategory, ...AgeCategory[]];

/** Letters of a club's teams in one category. A club with one team there uses none. */
export const teamLetters = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export type TeamLetter = (typeof teamLetters)[number];

/** 'Alevín B', or 'Alevín' without a letter. */
export const teamName = (category: AgeCategory, team: TeamLetter | null | undefined): string =>
  [ageCategoryNames[category], team].filter(Boolean).join(' ');

interface Sides {
  homeClubId?: string | null;
  awayClubId?: string | null;
}

export function listSides<Club extends { id: string }>({
  clubs,
  homeClubId,
  awayClubId,
}: Sides & { clubs: readonly Club[] }): { home: Club; away: Club } | undefined {
  const [home, away] = [homeClubId, awayClubId].map((id) => clubs.find((club) => club.id === id));
  return home && away ? { home, away } : undefined;
}

/** 'CD Sauce – Atlético Norte' */
export const matchTitle = (home: { name: string }, away: { name: string }) => `${home.name} – ${away.name}`;

/** Names of the sides; undefined if the title consists of them, or a side is missing. */
export function sidesText(event: Sides & { title: string; clubs: readonly { id: string; name: string }[] }) {
  const sides = listSides(event);
  const text = sides && matchTitle(sides.home, sides.away);
  return text === event.title ? undefined : text;
}

/** The rest of a title without the sides' names: 'Resumen' of 'Resumen: CD Sauce – Atlético Norte', or ''. */
export const titleBeyondSides = (title: string, { home, away }: { home: { name: string }; away: { name: string } }) =>
  title.replace(matchTitle(home, away), '').replace(/^[\s:·,–-]+|[\s:·,–-]+$/g, '');

interface Competition {
  category?: AgeCategory | null;
  competition?: string | null;
  matchday?: string | null;
  venue?: string | null;
}

/** 'Cadete · Liga de la Vega · Jornada 12 · Campo Municipal', as far as known. */
export function matchFacts({ category, competition, matchday, venue }: Competition): string {
  return [category && ageCategoryNames[category], competition, matchday && matchdayText(matchday), venue]
    .filter(Boolean)
    .join(' · ');
}

/** A bare number is a league matchday: '12' → 'Jornada 12'; 'Semifinal' stays. */
export const matchdayText = (matchday: string) => (/^\d+$/.test(matchday) ? `Jornada ${matchday}` : matchday);
