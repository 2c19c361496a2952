/** Applies the stage's airtime rule to a source, and decides whether viewers may see it. */
import { findAiredUntil } from '../../../shared/domain/aired-part.ts';
import type { AirtimeRule } from '../../../shared/domain/airtime.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { optionalEnvironment } from '../../platform/aws/environment.ts';
import { isInvitedTo } from '../../platform/shown/families.ts';
import { mayBeShown } from '../../platform/shown/rules.ts';
import { isInAirtime, isShown, type StoredSource } from './rules.ts';

export const readAirtimeRule = (): AirtimeRule => ({
  enforced: optionalEnvironment('CAMERA_TIME') === 'exigir',
  beforeMs: minutesToMs(optionalEnvironment('CAMERA_MINUTES_BEFORE') ?? '30'),
  afterMs: minutesToMs(optionalEnvironment('CAMERA_MINUTES_AFTER') ?? '60'),
});

const minutesToMs = (text: string) => Number(text) * 60_000;

type IsShownParameters = Parameters<typeof isShown>;

/** True if viewers may see the source now; `event` is the current one, if it has been read. */
export const isShownNow = (source: IsShownParameters[0], now: number, event?: IsShownParameters[2]): boolean =>
  isShown(source, { now, rule: readAirtimeRule() }, event);

/** Like `isShownNow`, for a caller who may be invited to the match. */
export function isShownToCaller(
  caller: Caller | undefined,
  source: StoredSource,
  now: number,
  event: StoredEvent | undefined,
): boolean {
  return (
    isShownNow(source, now, event) || (isOpenToInvited(caller, source, event) && isInAirtimeNow(source, now, event))
  );
}

/** True if the source shows a match for families to which the caller is invited, even outside its airtime. */
export const isOpenToInvited = (
  caller: Caller | undefined,
  source: Pick<StoredSource, 'isTest'>,
  event: StoredEvent | undefined,
): boolean => isInvitedTo(caller, event) && isOpenToFamilies(source, event);

/** True if the source shows a match for families that may be shown to them. */
export const isOpenToFamilies = ({ isTest }: Pick<StoredSource, 'isTest'>, event: StoredEvent | undefined): boolean =>
  !isTest && event?.audience === 'FAMILIES' && mayBeShown(event, 'FAMILIES', 'live', 0).ok;

type IsInAirtimeParameters = Parameters<typeof isInAirtime>;

/** True if the source is within its airtime, even if its match is hidden. */
export const isInAirtimeNow = (
  source: IsInAirtimeParameters[0],
  now: number,
  event?: IsInAirtimeParameters[2],
): boolean => isInAirtime(source, { now, rule: readAirtimeRule() }, event);

/** True if a running broadcast has been open to viewers since its start. */
export function isAiredSinceStart(source: StoredSource, startedAt: string, now: number): boolean {
  const until = findAiredUntil(source, startedAt, readAirtimeRule());
  return until !== null && new Date(now).toISOString() < until;
}
