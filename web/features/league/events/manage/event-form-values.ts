/** The values of the event form. */
import type { Sport } from '../../../../../shared/contract/schema.ts';
import type { EventState } from '../../../../../shared/domain/event-state.ts';
import type { AgeCategory } from '../../../../../shared/domain/match.ts';
import type { ClubChoice } from '../../../../ui/club-picker.tsx';

export interface EventForm {
  title: string;
  /** In the datetime-local format, Madrid time. */
  start: string;
  end: string;
  summary: string;
  sport: Sport;
  isPublic: boolean;
  visible: boolean;
  /** Only families invited by the event's clubs may watch it. */
  isForFamilies: boolean;
  clubs: ClubChoice[];
  /** Ids of clubs in `clubs`; empty if unknown. */
  homeClubId: string;
  awayClubId: string;
  category: AgeCategory | '';
  competition: string;
  matchday: string;
  venue: string;
  state: EventState;
}
