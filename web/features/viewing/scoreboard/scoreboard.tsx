/**
 * The scoreboard over the picture: in a recording the score at the current second, in a live what its picture has
 * reached. Lazy-loaded once the picture plays.
 */
import './scoreboard.css';
import { useEffect, useRef, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { clubCodes } from '../../../../shared/domain/club-code.ts';
import { dateAt } from '../../../../shared/domain/recorded-time.ts';
import { stepAt } from '../../../../shared/domain/timeline.ts';
import { announce } from '../../../lib/announce.ts';
import type { Playhead } from '../../../player/player-props.ts';
import { useTimeline } from './queries.ts';
import { clockText, phaseCode, type Shown, spokenScore } from './score-texts.ts';
import { useHeld } from './use-delayed-score.ts';
import { useRunningMatch } from './use-running-match.ts';

interface Side {
  name: string;
  thumbnail: string | null;
}

/** Polls often enough for a clock with seconds. */
const lookMs = 250;

export function Scoreboard({
  of,
  sport,
  home,
  away,
  playhead,
}: {
  of: { vodId: string } | { eventId: string };
  sport: Sport;
  home: Side;
  away: Side;
  playhead: Playhead;
}) {
  const recorded = useRecorded('vodId' in of ? of.vodId : undefined);
  const live = useHeld('eventId' in of ? of.eventId : undefined);
  const before = useStepped('eventId' in of ? of.eventId : undefined);
  const [board, setBoard] = useState<{ score: Shown; clock: string | undefined }>();
  const look = useRef<() => { score: Shown; now: number } | undefined>(undefined);
  look.current = () => {
    if ('vodId' in of) return recorded(playhead.seconds());
    return playhead.isBack() ? before(playhead.date()) : live(playhead);
  };

  useEffect(() => {
    const timer = setInterval(() => {
      const found = look.current?.();
      const next = found && { score: found.score, clock: clockText(found.score, found.now) };
      setBoard((before) => (isSame(before, next) ? before : next));
    }, lookMs);
    return () => clearInterval(timer);
  }, []);
  const spoken = board && spokenScore(board.score, sport, home.name, away.name);
  useAnnounced(spoken);
  if (!board || board.score.phase === 'BEFORE') return null;
  const [homeCode, awayCode] = clubCodes(home.name, away.name);
  return (
    <div className="scoreboard">
      <span className="sr-only">Marcador: {spoken}</span>
      <span aria-hidden="true" className="scoreboard-side">
        <Crest side={home} />
        {homeCode}
      </span>
      <span aria-hidden="true" className="scoreboard-points">
        {board.score.home}–{board.score.away}
      </span>
      <span aria-hidden="true" className="scoreboard-side">
        {awayCode}
        <Crest side={away} />
      </span>
      <span aria-hidden="true" className="scoreboard-clock">
        {phaseCode(board.score, sport)}
        {board.clock && <b>{board.clock}</b>}
      </span>
    </div>
  );
}

function Crest({ side: { thumbnail } }: { side: Side }) {
  return thumbnail && <img src={thumbnail} alt="" width={20} height={20} />;
}

/** The score at a second of a recording. */
function useRecorded(vodId: string | undefined) {
  const { data } = useTimeline(vodId);
  return (seconds: number) => {
    if (!data || data.from === null) return undefined;
    const now = dateAt({ from: data.from, gaps: data.gaps }, seconds);
    const score = stepAt(data.steps, now);
    return score && { score, now };
  };
}

/** The score at an instant of a rewound live. */
function useStepped(eventId: string | undefined) {
  const { data } = useRunningMatch(eventId);
  return (playing: number | undefined) => {
    const score = data && playing !== undefined ? stepAt(data.steps, playing) : undefined;
    return score && { score, now: playing ?? 0 };
  };
}

/** Announces politely, at most every ten seconds, always the latest text. */
function useAnnounced(text: string | undefined): void {
  const said = useRef({ text, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (!text || text === said.current.text) return;
    const wait = Math.max(0, said.current.at + quietMs - performance.now());
    const timer = setTimeout(() => {
      said.current = { text, at: performance.now() };
      announce(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
}

const quietMs = 10_000;

const isSame = (
  a: { score: Shown; clock: string | undefined } | undefined,
  b: { score: Shown; clock: string | undefined } | undefined,
) => a?.score === b?.score && a?.clock === b?.clock;
