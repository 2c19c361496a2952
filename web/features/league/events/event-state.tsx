import { awaitsDate, type EventState, stateNames } from '../../../../shared/domain/event-state.ts';
import {
  lacksPicture,
  type MatchInputs,
  type MatchState,
  matchState,
  matchStateText,
} from '../../../../shared/domain/match-state.ts';
import { formatKickOff, formatRange, formatTime } from '../../../lib/format.ts';
import { LiveBadge, StatusPill, type Tone } from '../../../ui/badge.tsx';

interface Scheduled {
  state?: EventState;
  scheduledStartDate: string;
  scheduledFinishDate: string;
  postponedFrom?: string | null;
}

/**
 * Marks a match's state where it matters at a glance: about to begin, on air, without signal, postponed or cancelled.
 */
export function StateMark({ event, now = Date.now() }: { event: MatchInputs | null | undefined; now?: number }) {
  if (!event) return null;
  const state = matchState(event, now);
  if (state.kind === 'ON_AIR') return <LiveBadge />;
  const tone = event.state === 'POSTPONED' && !lacksPicture(state.kind) ? 'warning' : tones[state.kind];
  if (!tone) return null;
  const text = tone === 'warning' && event.state === 'POSTPONED' ? stateNames.POSTPONED : describeMatchState(state);
  return <StatusPill tone={tone}>{text}</StatusPill>;
}

const tones: Partial<Record<MatchState['kind'], Tone>> = {
  ABOUT_TO_BEGIN: 'info',
  NO_SIGNAL: 'neutral',
  NOT_BROADCAST: 'neutral',
  POSTPONED: 'warning',
  CANCELLED: 'danger',
};

/** Returns, for example, 'Sin señal desde las 10:42'. */
export const describeMatchState = (state: MatchState) => matchStateText(state, formatTime);

const noDate = 'Fecha por confirmar';

export const formatEventRange = (event: Scheduled) =>
  awaitsDate(event) ? noDate : formatRange(event.scheduledStartDate, event.scheduledFinishDate);

export const formatEventKickOff = (event: Scheduled) =>
  awaitsDate(event) ? noDate : formatKickOff(event.scheduledStartDate);
