import type { Sport } from '../../../../../shared/contract/schema.ts';
import type { EventState } from '../../../../../shared/domain/event-state.ts';
import type { AgeCategory, TeamLetter } from '../../../../../shared/domain/match.ts';
import type { ClubChoice } from '../../../../ui/club-picker.tsx';

export interface EventForm {
  title: string;
  /** Madrid time in the format of datetime-local. */
  start: string;
  end: string;
  summary: string;
  sport: Sport;
  isPublic: boolean;
  visible: boolean;
  /** True if only families whom the event's clubs have confirmed may watch. */
  isForFamilies: boolean;
  clubs: ClubChoice[];
  /** Ids of clubs in `clubs`; empty if unknown. */
  homeClubId: string;
  awayClubId: string;
  /** A rival that is no club of the platform; becomes part of a new event's title. */
  rival: string;
  /** Teams of the sides; empty if their club has one of the category. */
  homeTeam: TeamLetter | '';
  awayTeam: TeamLetter | '';
  category: AgeCategory | '';
  competition: string;
  matchday: string;
  venue: string;
  /** Euros as typed; empty for the stage's price. */
  price: string;
  state: EventState;
}
