/** Endpoints of quality: a visitor's reports, and the sums for staff. */
import { ApiError } from '../../shared/contract/errors.ts';
import { type QualityKind, qualityEndpoints } from '../../shared/contract/quality.ts';
import { type Caller, manages } from '../platform/auth/rules.ts';
import { serve } from '../platform/http/serve.ts';
import { toNetwork } from '../platform/limits/limits.ts';
import { countReports } from '../viewing/quality/count-reports.ts';
import { findSubject, readOverview, readQuality } from '../viewing/quality/read-quality.ts';

export const handler = serve(qualityEndpoints, {
  'POST /quality': async ({ body, address, now }) => {
    await countReports(body.reports, undefined, { now, network: toNetwork(address) });
    return {};
  },
  'GET /live/quality': async ({ caller, now }) => ({ data: await readOverview(caller, now) }),
  'GET /live/quality/sportevents/{id}': ({ params, caller, now }) =>
    answer('sportevents', params.id, new ApiError('EVT4040'), caller, now),
  'GET /live/quality/vods/{id}': ({ params, caller, now }) =>
    answer('vods', params.id, new ApiError('VOD4040'), caller, now),
  'GET /live/quality/cameras/{id}': ({ params, caller, now }) =>
    answer('cameras', params.id, new ApiError('CAM4040'), caller, now),
});

/** @throws ApiError 403 for an item of another club. */
async function answer(kind: QualityKind, id: string, missing: ApiError, caller: Caller, now: number) {
  const subject = await findSubject(kind, id);
  if (!subject) throw missing;
  if (!manages(caller, subject)) throw new ApiError('SSN4030');
  return { data: await readQuality(subject, now) };
}
