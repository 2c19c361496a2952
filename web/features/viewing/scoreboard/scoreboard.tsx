/**
 * The scoreboard over the picture: in a recording the score at the current second, in a live the score that its picture
 * has reached. Lazy-loaded once the picture plays.
 */
import './scoreboard.css';
import { useEffect, useRef, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { clubCodes } from '../../../../shared/domain/club-code.ts';
import { dateAt } from '../../../../shared/domain/recorded-time.ts';
import { findStep } from '../../../../shared/domain/timeline.ts';
import { announce } from '../../../lib/announce.ts';
import type { Playhead } from '../../../player/player-props.ts';
import { Crest } from '../../../ui/crest.tsx';
import { useTimeline } from './queries.ts';
import { formatClock, type ShownScore, toPhaseCode, toSpokenScore } from './score-texts.ts';
import { useLiveScore } from './use-live-score.ts';

interface Side {
  name: string;
  thumbnail: string | null;
}

/** Short enough for a clock with seconds. */
const pollIntervalMs = 250;

interface Props {
  subject: { vodId: string } | { eventId: string };
  sport: Sport;
  home: Side;
  away: Side;
  playhead: Playhead;
}

export function Scoreboard({ subject, sport, home, away, playhead }: Props) {
  const recorded = useRecordingScore('vodId' in subject ? subject.vodId : undefined);
  const live = useLiveScore('eventId' in subject ? subject.eventId : undefined);
  const [board, setBoard] = useState<{ score: ShownScore; clock: string | undefined }>();
  const readScore = useRef<() => { score: ShownScore; now: number } | undefined>(undefined);
  readScore.current = () => {
    return 'vodId' in subject ? recorded(playhead.seconds()) : live(playhead);
  };

  useEffect(() => {
    const timer = setInterval(() => {
      const score = readScore.current?.();
      const next = score && { score: score.score, clock: formatClock(score.score, score.now) };
      setBoard((before) => (isSame(before, next) ? before : next));
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, []);
  const spoken = board && toSpokenScore(board.score, sport, home.name, away.name);
  useAnnouncement(spoken);
  if (!board || board.score.phase === 'BEFORE') return null;
  const [homeCode, awayCode] = clubCodes(home.name, away.name);
  return (
    <div className="scoreboard">
      <span className="sr-only">Marcador: {spoken}</span>
      <span aria-hidden="true" className="scoreboard-side">
        <Crest src={home.thumbnail} size={20} />
        {homeCode}
      </span>
      <span aria-hidden="true" className="scoreboard-points">
        {board.score.home}–{board.score.away}
      </span>
      <span aria-hidden="true" className="scoreboard-side">
        {awayCode}
        <Crest src={away.thumbnail} size={20} />
      </span>
      <span aria-hidden="true" className="scoreboard-clock">
        {toPhaseCode(board.score, sport)}
        {board.clock && <b>{board.clock}</b>}
      </span>
    </div>
  );
}

function useRecordingScore(vodId: string | undefined) {
  const { data } = useTimeline(vodId);
  return (seconds: number) => {
    if (!data || data.from === null) return undefined;
    const now = dateAt({ from: data.from, gaps: data.gaps }, seconds);
    const score = findStep(data.steps, now);
    return score && { score, now };
  };
}

/** Announces the latest text to screen readers, at most every ten seconds. */
function useAnnouncement(text: string | undefined): void {
  const lastAnnounced = useRef({ text, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (!text || text === lastAnnounced.current.text) return;
    const wait = Math.max(0, lastAnnounced.current.at + announceIntervalMs - performance.now());
    const timer = setTimeout(() => {
      lastAnnounced.current = { text, at: performance.now() };
      announce(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
}

const announceIntervalMs = 10_000;

const isSame = (
  a: { score: ShownScore; clock: string | undefined } | undefined,
  b: { score: ShownScore; clock: string | undefined } | undefined,
) => a?.score === b?.score && a?.clock === b?.clock;
