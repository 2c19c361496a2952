/** The score to show with a live's picture, from the API and the stream's cues. */
import { useRef } from 'react';
import { readCue } from '../../../../shared/domain/score-cue.ts';
import type { Playhead, StreamCue } from '../../../player/player-props.ts';
import { useScoreOfLive } from './queries.ts';
import { addUpdate, type CueReference, findDueUpdate, type ScoreUpdate, toServerTime } from './score-delay.ts';
import type { ShownScore } from './score-texts.ts';

export function useDelayedScore(eventId: string | undefined) {
  const { data, dataUpdatedAt } = useScoreOfLive(eventId);
  const updates = useRef<readonly ScoreUpdate<ShownScore>[]>([]);
  const cueState = useRef<{ cues: readonly StreamCue[]; last: StreamCue | undefined; mark: CueReference | undefined }>(
    undefined,
  );
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
    // A new list means another source with a new clock.
    let { last, mark } = cueState.current?.cues === cues ? cueState.current : { last: undefined, mark: undefined };
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
      mark = { cueAt: saidAt, date: cue.date };
    }
    cueState.current = { cues, last, mark };
    return mark;
  }

  return ({ cues, date }: Playhead) => {
    const mark = readCues(cues());
    const playing = toServerTime(mark, date());
    const found = findDueUpdate(updates.current, { playing, now: Date.now(), hasCues: mark !== undefined });
    return found && { score: found.score, now: playing ?? Date.now(), until: found.at };
  };
}
