/** All endpoints of the product: the features' tables combined. A new feature adds a line here. */
import { accountEndpoints } from './accounts.ts';
import { adEndpoints } from './ads.ts';
import { alertEndpoints } from './alerts.ts';
import { auditEndpoints } from './audit.ts';
import { broadcastEndpoints } from './broadcasts.ts';
import { calendarEndpoints } from './calendars.ts';
import { cameraEndpoints } from './cameras.ts';
import { clipEndpoints } from './clips.ts';
import { clubEndpoints } from './clubs.ts';
import { competitionEndpoints } from './competitions.ts';
import { contactEndpoints } from './contact.ts';
import { contentEndpoints } from './content.ts';
import { eventEndpoints } from './events.ts';
import { familyEndpoints } from './families.ts';
import { ingestEndpoints } from './ingest.ts';
import { invoiceEndpoints } from './invoices.ts';
import { libraryEndpoints } from './library.ts';
import { liveEndpoints } from './live.ts';
import { matterEndpoints } from './matters.ts';
import { momentEndpoints } from './moments.ts';
import { orderEndpoints } from './orders.ts';
import { partnerEndpoints } from './partner.ts';
import { paymentEndpoints } from './payments.ts';
import { phoneEndpoints } from './phone.ts';
import { thumbnailEndpoints } from './pictures.ts';
import { planEndpoints } from './plans.ts';
import { playbackEndpoints } from './playback.ts';
import { previewEndpoints } from './previews.ts';
import { qualityEndpoints } from './quality.ts';
import { referenceEndpoints } from './reference.ts';
import { rightsEndpoints } from './rights.ts';
import { scoreEndpoints } from './scores.ts';
import { searchEndpoints } from './search.ts';
import { sharingEndpoints } from './sharing.ts';
import { staffEndpoints } from './staff.ts';
import { statementEndpoints } from './statements.ts';
import { televisionEndpoints } from './televisions.ts';
import { todayEndpoints } from './today.ts';
import { uploadEndpoints } from './uploads.ts';
import { vodEndpoints } from './vods.ts';
import { withdrawalEndpoints } from './withdrawals.ts';

export const contract = {
  ...accountEndpoints,
  ...clubEndpoints,
  ...eventEndpoints,
  ...scoreEndpoints,
  ...competitionEndpoints,
  ...vodEndpoints,
  ...liveEndpoints,
  ...cameraEndpoints,
  ...broadcastEndpoints,
  ...ingestEndpoints,
  ...phoneEndpoints,
  ...todayEndpoints,
  ...contentEndpoints,
  ...adEndpoints,
  ...momentEndpoints,
  ...clipEndpoints,
  ...staffEndpoints,
  ...televisionEndpoints,
  ...contactEndpoints,
  ...matterEndpoints,
  ...auditEndpoints,
  ...rightsEndpoints,
  ...withdrawalEndpoints,
  ...familyEndpoints,
  ...partnerEndpoints,
  ...invoiceEndpoints,
  ...planEndpoints,
  ...statementEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...libraryEndpoints,
  ...uploadEndpoints,
  ...thumbnailEndpoints,
  ...playbackEndpoints,
  ...qualityEndpoints,
  ...alertEndpoints,
  ...calendarEndpoints,
  ...searchEndpoints,
  ...sharingEndpoints,
  ...previewEndpoints,
  ...referenceEndpoints,
};

export type Contract = typeof contract;
export type ContractKey = keyof Contract;
