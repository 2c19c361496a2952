/** The next action for a match of today. Pure. */
import type { TodayMatch } from '../../../../shared/contract/today.ts';
import { isBeingPlayed, matchState } from '../../../../shared/domain/match-state.ts';
import { paths } from '../../../lib/paths.ts';
import { withQuery } from '../../../lib/safe-path.ts';

export type NextStep =
  /** `isDocument`: the page is outside the app's router. */
  | { kind: 'OPEN'; text: string; to: string; isDocument?: true; isUrgent?: true }
  | { kind: 'SCORER_LINK' }
  | { kind: 'PUBLISH'; vodId: string; title: string };

/** Club staff may neither open cameras nor publish videos, so these steps are not offered to them. */
export function findNextStep(match: TodayMatch, isClubStaff: boolean, now: number): NextStep {
  const state = matchState(match, now);
  if (state.kind === 'CANCELLED')
    return { kind: 'OPEN', text: 'Ver el partido', to: paths.manage.events.edit(match.id) };
  if (state.kind === 'POSTPONED')
    return { kind: 'OPEN', text: 'Poner nueva fecha', to: paths.manage.events.edit(match.id) };
  if (state.kind === 'ENDED') return findStepAfterMatch(match, isClubStaff);
  const isMatchPlayed = isBeingPlayed(match, now);
  if (!isClubStaff) {
    const trouble = findCameraStep(match, isMatchPlayed);
    if (trouble) return trouble;
  }
  if (match.desk === 'NOBODY') return { kind: 'SCORER_LINK' };
  if (match.desk === 'RUNNING')
    return { kind: 'OPEN', text: 'Abrir la mesa', to: paths.scorer(match.id), isDocument: true };
  return { kind: 'OPEN', text: 'Ver el partido', to: paths.event(match.id) };
}

function findCameraStep({ cameras: [camera], light }: TodayMatch, isMatchPlayed: boolean): NextStep | undefined {
  if (!camera) return { kind: 'OPEN', text: 'Asignar una cámara', to: paths.manage.cameras.list };
  if (light?.level === 'good' || (light?.level === 'none' && !isMatchPlayed)) return undefined;
  return { kind: 'OPEN', text: 'Ver la cámara', to: cameraPath(camera), isUrgent: true };
}

/** Returns the page of a camera, of a phone's picture or, for a profile, the user's own profile: others have no page. */
export const cameraPath = ({ kind, id, slug }: TodayMatch['cameras'][number]) => {
  if (kind === 'phone') return paths.live(slug);
  return kind === 'camera' ? paths.manage.cameras.edit(id) : paths.liveProfile;
};

function findStepAfterMatch({ id, sport, videos }: TodayMatch, isClubStaff: boolean): NextStep {
  const waiting = videos.find(({ awaitsPublication }) => awaitsPublication);
  if (waiting && !isClubStaff) return { kind: 'PUBLISH', vodId: waiting.id, title: waiting.title };
  const [video] = videos.toSorted((a, b) => rank(a) - rank(b));
  if (!video) return { kind: 'OPEN', text: 'Subir el video', to: uploadPath({ id, sport }) };
  if (video.status === 'FAILED')
    return { kind: 'OPEN', text: 'Ver el error', to: paths.manage.vods.edit(video.id), isUrgent: true };
  return { kind: 'OPEN', text: 'Ver el video', to: paths.manage.vods.edit(video.id) };
}

export const uploadPath = ({ id, sport }: Pick<TodayMatch, 'id' | 'sport'>) =>
  withQuery(paths.manage.vods.create, { sportEventId: id, sport });

/** Sorts failed videos first, then those in processing, then finished ones. */
const rank = ({ status }: TodayMatch['videos'][number]) => ['FAILED', 'SENT', 'STARTED', 'FINISHED'].indexOf(status);
