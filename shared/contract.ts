/**
 * All endpoints of the product: the features' tables put together. A new endpoint is an entry in its feature's table;
 * a new feature is a line here.
 */

import { broadcastEndpoints } from './broadcast/broadcasts.ts';
import { cameraEndpoints } from './broadcast/cameras.ts';
import { ingestEndpoints } from './broadcast/ingest.ts';
import { liveEndpoints } from './broadcast/live.ts';
import { clubEndpoints } from './league/clubs.ts';
import { eventEndpoints } from './league/events.ts';
import { scoreEndpoints } from './league/scores.ts';
import { paymentEndpoints } from './money/payments.ts';
import { accountEndpoints } from './people/accounts.ts';
import { contactEndpoints } from './people/contact.ts';
import { partnerEndpoints } from './people/partner.ts';
import { staffEndpoints } from './people/staff.ts';
import { televisionEndpoints } from './people/televisions.ts';
import { referenceEndpoints } from './platform/reference.ts';
import { alertEndpoints } from './reach/alerts.ts';
import { calendarEndpoints } from './reach/calendars.ts';
import { previewEndpoints } from './reach/previews.ts';
import { sharingEndpoints } from './reach/sharing.ts';
import { adEndpoints } from './recordings/ads.ts';
import { clipEndpoints } from './recordings/clips.ts';
import { contentEndpoints } from './recordings/content.ts';
import { momentEndpoints } from './recordings/moments.ts';
import { thumbnailEndpoints } from './recordings/pictures.ts';
import { uploadEndpoints } from './recordings/uploads.ts';
import { vodEndpoints } from './recordings/vods.ts';
import { libraryEndpoints } from './viewing/library.ts';
import { playbackEndpoints } from './viewing/playback.ts';

export const contract = {
  ...accountEndpoints,
  ...clubEndpoints,
  ...eventEndpoints,
  ...scoreEndpoints,
  ...vodEndpoints,
  ...liveEndpoints,
  ...cameraEndpoints,
  ...broadcastEndpoints,
  ...ingestEndpoints,
  ...contentEndpoints,
  ...adEndpoints,
  ...momentEndpoints,
  ...clipEndpoints,
  ...staffEndpoints,
  ...televisionEndpoints,
  ...contactEndpoints,
  ...partnerEndpoints,
  ...paymentEndpoints,
  ...libraryEndpoints,
  ...uploadEndpoints,
  ...thumbnailEndpoints,
  ...playbackEndpoints,
  ...alertEndpoints,
  ...calendarEndpoints,
  ...sharingEndpoints,
  ...previewEndpoints,
  ...referenceEndpoints,
};

export type Contract = typeof contract;
export type ContractKey = keyof Contract;
