/** The score along a recording, and the wall-clock time of its frames; staff set it for uploaded files. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { momentTypes } from '../../../shared/domain/moment-types.ts';
import { addWithdrawn, dateAt } from '../../../shared/domain/recorded-time.ts';
import { compareActions, listCounting } from '../../../shared/domain/score.ts';
import { findKickOff, toScoreSteps } from '../../../shared/domain/timeline.ts';
import { toRecordedSecond } from '../../../shared/domain/withdrawn.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { readLog } from '../../league/scores/store.ts';
import { type Caller, manages } from '../../platform/auth/rules.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { mayReadMatch } from '../../platform/shown/families.ts';
import type { StoredVod } from '../vods/rules.ts';
import { vods } from '../vods/store.ts';
import { computeMoments, readMomentKinds } from './from-score.ts';

/** A match that is not public shows its score to its staff and its invited families only. */
export async function readTimeline({ recorded, sportEventId, withdrawn = [] }: StoredVod, caller: Caller | undefined) {
  const event = sportEventId ? await events.get(sportEventId) : undefined;
  const mayRead = event && mayReadMatch(caller, event);
  return {
    from: recorded ? Date.parse(recorded.from) : null,
    gaps: addWithdrawn(recorded?.gaps ?? [], withdrawn),
    steps: mayRead ? toScoreSteps(await readLog(event.id)) : [],
  };
}

/** The timeline of a match without a recording yet. Shirt numbers are in the actions, not in the moments' labels. */
export async function readMatchTimeline(event: StoredEvent) {
  const log = await readLog(event.id);
  const everything = { from: new Date(0).toISOString(), to: new Date(farFuture).toISOString() };
  const match = { id: event.id, recorded: everything, clubIds: event.clubIds };
  const nameless = log.map((action) => ({ ...action, shirt: null }));
  const moments = computeMoments(match, event, nameless, await readMomentKinds(event.clubIds));
  return {
    steps: toScoreSteps(log),
    actions: listCounting(log)
      .toSorted(compareActions)
      .map(({ id, kind, side, period, clockMs, at, shirt }) => ({ id, kind, side, period, clockMs, at, shirt })),
    moments: moments.map(({ actionId, moment: { timestampMs, label, momentTypeId } }) => ({
      id: actionId,
      at: timestampMs,
      label,
      momentType: typeName(momentTypeId),
    })),
  };
}

const farFuture = 8.64e15;

export const typeName = (id: number) => momentTypes.find((candidate) => candidate.id === id)?.type ?? 'custom';

/** Sets the second at which the match starts, which gives every frame its time. */
export async function setMatchStart(vod: StoredVod, seconds: number, caller: Caller, now: number): Promise<StoredVod> {
  const event = vod.sportEventId ? await events.get(vod.sportEventId) : undefined;
  if (!manages(caller, event ?? vod)) throw new ApiError('SSN4030');
  const kickOff = event && findKickOff(await readLog(event.id));
  if (kickOff === undefined) throw new ApiError('SCR4091');
  const changed = await vods.change(
    vod.id,
    (current) => {
      // The recording was assigned to another match meanwhile.
      if (current.sportEventId !== event?.id) throw new ApiError('SCR4091');
      const gaps = current.recorded?.gaps ?? [];
      const second = toRecordedSecond(current.withdrawn ?? [], seconds);
      const from = Math.round(kickOff - dateAt({ from: 0, gaps }, second));
      const recorded = {
        from: new Date(from).toISOString(),
        to: new Date(Math.round(dateAt({ from, gaps }, current.duration ?? assumedSeconds))).toISOString(),
        gaps,
      };
      return { ...current, recorded };
    },
    () => [domainEventWrite('RecordingTimed', { vodId: vod.id }, now)],
  );
  if (!changed) throw new ApiError('VOD4040');
  return changed;
}

/** Seconds: assumed length of a file whose length is still unknown. */
const assumedSeconds = 6 * 3600;
