/**
 * All endpoints of the product: the features' tables put together. A new endpoint is an entry in its feature's table;
 * a new feature is a line here.
 */
import { accountEndpoints } from './accounts.ts';
import { adEndpoints } from './ads.ts';
import { cameraEndpoints } from './cameras.ts';
import { clubEndpoints } from './clubs.ts';
import { contactEndpoints } from './contact.ts';
import { contentEndpoints } from './content.ts';
import { eventEndpoints } from './events.ts';
import { ingestEndpoints } from './ingest.ts';
import { libraryEndpoints } from './library.ts';
import { liveEndpoints } from './live.ts';
import { momentEndpoints } from './moments.ts';
import { partnerEndpoints } from './partner.ts';
import { paymentEndpoints } from './payments.ts';
import { playbackEndpoints } from './playback.ts';
import { referenceEndpoints } from './reference.ts';
import { staffEndpoints } from './staff.ts';
import { thumbnailEndpoints } from './thumbnails.ts';
import { uploadEndpoints } from './uploads.ts';
import { vodEndpoints } from './vods.ts';

export const contract = {
  ...accountEndpoints,
  ...clubEndpoints,
  ...eventEndpoints,
  ...vodEndpoints,
  ...liveEndpoints,
  ...cameraEndpoints,
  ...ingestEndpoints,
  ...contentEndpoints,
  ...adEndpoints,
  ...momentEndpoints,
  ...staffEndpoints,
  ...contactEndpoints,
  ...partnerEndpoints,
  ...paymentEndpoints,
  ...libraryEndpoints,
  ...uploadEndpoints,
  ...thumbnailEndpoints,
  ...playbackEndpoints,
  ...referenceEndpoints,
};

export type Contract = typeof contract;
export type ContractKey = keyof Contract;
