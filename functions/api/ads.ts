/** Endpoints of ads, for the player and the back office; club staff see those of their club. */
import { adEndpoints } from '../../shared/contract/ads.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { answerClubs, createClubNamer, type NameClubs, requireClubs } from '../league/clubs/store.ts';
import { mediaUrl } from '../platform/aws/addresses.ts';
import { serve } from '../platform/http/serve.ts';
import { toPage, toPagination } from '../platform/lists/pagination.ts';
import { editItem, requireItem, requireManaged } from '../platform/lists/require-item.ts';
import { fitsClubs, type StoredAd } from '../recordings/ads/rules.ts';
import { ads } from '../recordings/ads/store.ts';
import { createMedia } from '../recordings/media/create-media.ts';
import { removeMedia } from '../recordings/media/media-kinds.ts';
import { findMediaPicture } from '../recordings/media/media-picture.ts';
import { toImproving } from '../recordings/media/rules.ts';
import { matchesVideoFilter, type VideoFilter } from '../recordings/media/video-filter.ts';

const adsBeforePlayback = 5;

export const handler = serve(adEndpoints, {
  'GET /ad_videos': async ({ query }) => {
    const rows = (await ads.rows()).filter((row) => fitsClubs(row, query.clubIds ?? [])).slice(0, adsBeforePlayback);
    const adVideos = (await ads.items(rows)).map(({ id, title, duration }) => ({
      id,
      title,
      duration,
      url: mediaUrl(`advideos/${id}/hls/index.m3u8`),
    }));
    return { data: { adVideos } };
  },

  'GET /live/ad_videos': ({ query: { page, ...filter } }) => answerPage(page, filter),
  'POST /live/ad_videos': async ({ body, files, caller, now }) => {
    const { file, visible, ...fields } = body;
    await requireClubs(fields.clubIds);
    const creation = { kind: 'advideos' as const, fields, visible, file, video: files.adVideoFile };
    const { id, upload } = await createMedia(creation, { caller, now });
    return { data: id, upload, message: 'Anuncio subido correctamente' };
  },
  'GET /live/ad_videos/{id}': async ({ params }) => answerOne(await requireItem(ads, params.id, 'ADV4040')),
  'PATCH /live/ad_videos/{id}': async ({ params, body: { version, ...edit } }) => {
    const changed = await editItem(ads, params.id, { version, missing: 'ADV4040' }, (ad) => ({ ...ad, ...edit }));
    return { ...(await answerOne(changed)), message: 'Anuncio actualizado correctamente' };
  },
  'DELETE /live/ad_videos/{id}': async ({ params, now }) => {
    if (!(await removeMedia('advideos', params.id, now))) throw new ApiError('ADV4040');
    return { message: 'Anuncio eliminado correctamente' };
  },
  'GET /live/ad_videos/{id}/clubs': async ({ params }) =>
    answerClubs(await requireItem(ads, params.id, 'ADV4040'), 'staff'),
  'PUT /live/ad_videos/{id}/clubs': async ({ params, body: { version, clubIds } }) => {
    await requireClubs(clubIds);
    await editItem(ads, params.id, { version, missing: 'ADV4040' }, (ad) => ({ ...ad, clubIds }));
    return { message: 'Clubes actualizados correctamente' };
  },

  'GET /clubStaff/ad_videos': ({ query: { page, ...filter }, caller }) =>
    answerPage(page, { ...filter, ofClub: caller.user.clubId }),
  'GET /clubStaff/ad_videos/{id}': async ({ params, caller }) =>
    answerOne(await requireManaged(ads, params.id, 'ADV4040', caller)),
  'GET /clubStaff/ad_videos/{id}/clubs': async ({ params, caller }) =>
    answerClubs(await requireManaged(ads, params.id, 'ADV4040', caller), 'staff'),
});

async function answerPage(page: number, filter: VideoFilter) {
  const { items, ...shown } = await ads.list(filter, matchesVideoFilter, (found) => toPage(found, page));
  const nameClubs = await createClubNamer(items, 'staff');
  return { data: { adVideos: items.map((ad) => toManagedAd(ad, nameClubs)), ...toPagination(shown) } };
}

const answerOne = async (ad: StoredAd) => ({
  data: { adVideo: toManagedAd(ad, await createClubNamer([ad], 'staff')) },
});

const toManagedAd = (ad: StoredAd, nameClubs: NameClubs) => ({
  ...ad,
  thumbnail: findMediaPicture('advideos', ad),
  clubs: nameClubs(ad.clubIds),
  ...toImproving(ad),
});
