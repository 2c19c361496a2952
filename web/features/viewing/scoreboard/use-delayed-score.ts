/** Returns a function that finds the score that a live's picture shows, from the API and the stream's cues. */
import { useRef } from 'react';
import { readCue } from '../../../../shared/domain/score-cue.ts';
import type { StreamCue } from '../../../player/playback.ts';
import type { Playhead } from '../../../player/player-props.ts';
import { useRunningScore } from './queries.ts';
import { addUpdate, type CueReference, findDueUpdate, type ScoreUpdate, toServerTime } from './score-delay.ts';
import type { ShownScore } from './score-texts.ts';

export function useDelayedScore(eventId: string | undefined) {
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
