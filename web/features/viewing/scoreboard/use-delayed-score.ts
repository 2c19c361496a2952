/** The score to show with a live's picture, from the API and the stream's cues. */
import { useRef } from 'react';
import { readCue } from '../../../../shared/domain/score-cue.ts';
import type { Playhead, StreamCue } from '../../../player/player-props.ts';
import { useLiveScore } from './queries.ts';
import { type Held, type Mark, pictureTime, released, withWord } from './score-delay.ts';
import type { Shown } from './score-texts.ts';

export function useHeld(eventId: string | undefined) {
  const { data, dataUpdatedAt } = useLiveScore(eventId);
  const held = useRef<readonly Held<Shown>[]>([]);
  const heard = useRef<{ cues: readonly StreamCue[]; last: StreamCue | undefined; mark: Mark | undefined }>(undefined);
  if (data) {
    const { version, changedAt } = data;
    held.current = withWord(held.current, { version, score: data, at: changedAt ?? 0, heardAt: dataUpdatedAt });
  }

  function listen(cues: readonly StreamCue[]): Mark | undefined {
    // A new list means another source with its own clock.
    let { last, mark } = heard.current?.cues === cues ? heard.current : { last: undefined, mark: undefined };
    for (const cue of last ? cues.slice(cues.indexOf(last) + 1) : cues) {
      last = cue;
      const word = readCue(cue.text);
      if (!word || word.eventId !== eventId) continue;
      const { version, score, saidAt, changedAt } = word;
      held.current = withWord(held.current, { version, score, at: changedAt, heardAt: Date.now(), saidAt });
      mark = { saidAt, date: cue.date };
    }
    heard.current = { cues, last, mark };
    return mark;
  }

  return ({ cues, date }: Playhead) => {
    const mark = listen(cues());
    const playing = pictureTime(mark, date());
    const found = released(held.current, { playing, now: Date.now(), isTold: mark !== undefined });
    return found && { score: found.score, now: playing ?? Date.now() };
  };
}
