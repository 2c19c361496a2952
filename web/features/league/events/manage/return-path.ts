/** Leads, after an event was created, to the page that asked for it, with the event selected. */
import type { Sport } from '../../../../../shared/contract/schema.ts';
import { paths } from '../../../../lib/paths.ts';
import { withQuery } from '../../../../lib/safe-path.ts';

export function returnPath(query: URLSearchParams, sportEventId: string, sport: Sport): string {
  const vodId = query.get('vodId');
  const cameraId = query.get('cameraId');
  switch (query.get('returnTo')) {
    case 'createVod':
      return withQuery(paths.manage.vods.create, { sportEventId, sport });
    case 'liveProfile':
      return withQuery(paths.liveProfile, { sportEventId, sport });
    case 'vodDetails':
      return vodId ? withQuery(paths.manage.vods.edit(encodeURIComponent(vodId)), { sportEventId, sport }) : fallback;
    case 'cameraDetails':
      return cameraId
        ? withQuery(paths.manage.cameras.edit(encodeURIComponent(cameraId)), { sportEventId, sport })
        : fallback;
    default:
      return fallback;
  }
}

const fallback = paths.manage.events.list;
