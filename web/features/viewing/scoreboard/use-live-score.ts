/** The score that a live's picture has reached: at the live edge by cues, in a rewound live by the frame's time. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { readCue } from '../../../../shared/domain/score-cue.ts';
import { findStep } from '../../../../shared/domain/timeline.ts';
import type { Answer } from '../../../lib/api.ts';
import type { StreamCue } from '../../../player/playback.ts';
import type { Playhead } from '../../../player/player-props.ts';
import type { PageScore } from '../../league/events/use-match-minute.ts';
import { useRunningScore } from './queries.ts';
import { addUpdate, type CueReference, findDueUpdate, type ScoreUpdate, toServerTime } from './score-delay.ts';
import type { ShownScore } from './score-texts.ts';
import { useRunningMatch } from './use-running-match.ts';

export interface LiveScore {
  score: ShownScore;
  /** Server time of the current frame. */
  now: number;
  /** Server time of the last action that the picture has reached. */
  until: number;
}

export function useLiveScore(eventId: string | undefined): (playhead: Playhead) => LiveScore | undefined {
  const live = useDelayedScore(eventId);
  const { data } = useRunningMatch(eventId);
  return (playhead) => {
    const atEdge = playhead.isRewound() ? undefined : live(playhead);
    if (atEdge) return atEdge;
    // Rewound, or still before the latest action at the time when the page was opened.
    const playing = playhead.date();
    const score = data && playing !== undefined ? findStep(data.steps, playing) : undefined;
    return score && playing !== undefined ? { score, now: playing, until: playing } : undefined;
  };
}

/** Milliseconds; short enough for the score on the page around the picture. */
const pollIntervalMs = 500;

interface PictureScore {
  score: PageScore | null;
  until: number;
}

/**
 * Returns the score for the page around the picture; undefined before the first frame, and until the match's score is
 * loaded. `until` never decreases: what a rewound live shows again, the viewer has seen.
 */
export function usePictureScore(
  eventId: string | undefined,
  playhead: RefObject<Playhead | undefined>,
): PictureScore | undefined {
  const read = useRef<ReturnType<typeof useLiveScore>>(undefined);
  read.current = useLiveScore(eventId);
  const running = useRunningScore(eventId);
  const steps = useRunningMatch(eventId);
  const isLoaded = running.isFetched && (!running.data?.version || steps.isFetched);
  const first = useRef<PictureScore>(undefined);
  first.current = isLoaded ? toPictureScore(running.data) : undefined;
  const [shown, setShown] = useState<PictureScore>();
  useEffect(() => {
    setShown(undefined);
    if (eventId === undefined) return;
    const timer = setInterval(() => {
      if (!playhead.current) return;
      const due = read.current?.(playhead.current);
      if (!due) {
        const isTimed = playhead.current.date() !== undefined;
        // Without the frame's time, the score that the page shows already stays.
        const initial = first.current && (isTimed ? nothing : first.current);
        if (initial) setShown((before) => before ?? initial);
        return;
      }
      const second = Math.floor(due.now / 1000) * 1000;
      setShown((before = nothing) => {
        const until = Math.max(before.until, due.until);
        const score = due.score.phase === 'BEFORE' ? null : { ...due.score, now: second };
        return isSame(before.score, score) && until === before.until ? before : { score, until };
      });
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [eventId, playhead]);
  return shown;
}

const toPictureScore = (score: Answer<'GET /sportevents/{id}/score'>['data']['score'] | undefined): PictureScore =>
  score && score.phase !== 'BEFORE' ? { score, until: score.changedAt ?? Number.NEGATIVE_INFINITY } : nothing;

const nothing: PictureScore = { score: null, until: Number.NEGATIVE_INFINITY };

const isSame = (a: PageScore | null, b: PageScore | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.home === b.home &&
    a.away === b.away &&
    a.phase === b.phase &&
    a.period === b.period &&
    a.now === b.now);

/** Returns a function that finds the score that a live's picture shows, from the API and the stream's cues. */
function useDelayedScore(eventId: string | undefined) {
  const { data, dataUpdatedAt } = useRunningScore(eventId);
  const updates = useRef<readonly ScoreUpdate<ShownScore>[]>([]);
  const cueState = useRef<{
    cues: readonly StreamCue[];
    last: StreamCue | undefined;
    reference: CueReference | undefined;
  }>(undefined);
  if (data) {
    const { version, changedAt } = data;
    updates.current = addUpdate(updates.current, {
      version,
      score: data,
      at: changedAt ?? 0,
      receivedAt: dataUpdatedAt,
    });
  }

  function readCues(cues: readonly StreamCue[]): CueReference | undefined {
    // A new array of cues belongs to another source, with another clock.
    let { last, reference } =
      cueState.current?.cues === cues ? cueState.current : { last: undefined, reference: undefined };
    for (const cue of last ? cues.slice(cues.indexOf(last) + 1) : cues) {
      last = cue;
      const cueScore = readCue(cue.text);
      if (!cueScore || cueScore.eventId !== eventId) continue;
      const { version, score, saidAt, changedAt } = cueScore;
      updates.current = addUpdate(updates.current, {
        version,
        score,
        at: changedAt,
        receivedAt: Date.now(),
        cueAt: saidAt,
      });
      reference = { cueAt: saidAt, date: cue.date };
    }
    cueState.current = { cues, last, reference };
    return reference;
  }

  return ({ cues, date }: Playhead) => {
    const reference = readCues(cues());
    const playing = toServerTime(reference, date());
    const due = findDueUpdate(updates.current, { playing, now: Date.now(), hasCues: reference !== undefined });
    return due && { score: due.score, now: playing ?? Date.now(), until: due.at };
  };
}
