/** A match with items of every kind that has addresses, and the addresses that a viewer could keep. */
import { ulid } from 'ulid';
import { toCardPicture } from '../../shared/domain/media-address.ts';
import { addresses, call, createEvent, createPerson, createVod } from './api.ts';
import { createRecordingPrefix, putOnAir, putRecorded, recordPlaylists } from './camera-on-air.ts';

const { noteRecording } = await import('../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { liveFrameKey } = await import('../../functions/broadcast/live/live-frame-name.ts');
const { environment } = await import('../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../functions/platform/aws/storage.ts');
const { keepClip } = await import('../../functions/recordings/clips/store.ts');
const { saveEncryptionKey } = await import('../../functions/recordings/media/encoding.ts');
const { createMediaFields } = await import('../../functions/recordings/media/rules.ts');

const put = (key: string, text = 'picture') =>
  writeObject({ bucket: environment('MEDIA_BUCKET'), key }, text, { contentType: 'application/octet-stream' });

const segmentSeconds = 4;

/** Creates a recorded match, a minute long by default, with its files and a public clip from 20 to 30 s. */
export async function createWatchable(clubId: string, segmentCount = 15) {
  const eventId = ulid();
  const thumbnail = `thumbnails/events/${eventId}/${ulid()}.webp`;
  await put(thumbnail);
  const event = await createEvent({ id: eventId, clubIds: [clubId], thumbnail });
  const sprites = { interval: 5, count: 12 };
  const vod = await createVod({ clubIds: [clubId], sportEventId: event.id, duration: 60, sprites, posterFrame: 1 });
  const generation = vod.generation ?? '';
  const folder = `vods/${vod.id}/${generation}`;
  const key = '#EXT-X-KEY:METHOD=AES-128,URI="http://media.test/x.key",IV=0x0';
  const numbers = Array.from({ length: segmentCount }, (_, index) => String(index + 1).padStart(5, '0'));
  const lines = numbers.map((number) => `#EXTINF:${segmentSeconds}.000,\nindex_360p_${number}.ts`);
  const head = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:${segmentSeconds}\n#EXT-X-PLAYLIST-TYPE:VOD`;
  await Promise.all([
    put(`${folder}/index.m3u8`, '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex_360p.m3u8\n'),
    put(`${folder}/index_360p.m3u8`, `${[head, key, ...lines].join('\n')}\n#EXT-X-ENDLIST\n`),
    ...numbers.map((number) => put(`${folder}/index_360p_${number}.ts`)),
    ...numbers.slice(0, 12).map((_, at) => put(`${folder}/sprite.${String(at).padStart(7, '0')}.jpg`)),
    ...['0000001.jpg', 'poster.webp', 'poster.card.webp'].map((name) =>
      put(`thumbnails/vods/${vod.id}/${generation}.${name}`),
    ),
    saveEncryptionKey({ kind: 'vods', id: vod.id }, generation, '00'.repeat(16)),
  ]);
  const clip = await keepClip({
    ...createMediaFields(vod.source, 0),
    id: ulid(),
    title: 'Gol',
    vodId: vod.id,
    clubId,
    sportEventId: event.id,
    visible: true,
    uploadId: null,
    status: 'FINISHED' as const,
    generation: ulid(),
    duration: 10,
    dateCreated: new Date().toISOString(),
    cut: { start: 20, seconds: 10, poster: 5, crest: null },
  });
  await put(`clips/${clip.id}/${clip.generation}/clip.mp4`);
  await put(`thumbnails/clips/${clip.id}/${clip.generation}.0000001.jpg`);
  return { event, vod, clip, folder };
}

/** Creates a camera that has shown the match for two minutes, recorded in 12 segments of 10 s. */
export async function goLive(event: Awaited<ReturnType<typeof createEvent>>) {
  const startedAt = new Date(Date.now() - 120_000).toISOString();
  const { slug, ref } = await putOnAir(event, startedAt);
  const prefix = createRecordingPrefix();
  await recordPlaylists(prefix, startedAt, 12);
  const names = Array.from({ length: 12 }, (_, index) => `media/hls/720p30/${index}.ts`);
  await Promise.all(
    [...names, 'media/latest_thumbnail/thumb.jpg'].map((name) => putRecorded(`${prefix}/${name}`, 'picture')),
  );
  await noteRecording(ref, prefix);
  return { slug, startedAt, prefix, ref };
}

type Watchable = Awaited<ReturnType<typeof createWatchable>>;
type Live = Awaited<ReturnType<typeof goLive>>;

/** Addresses by kind, as a subscriber gets them from the product's own answers. */
export type KeptAddresses = Record<string, string[]>;

export async function collectAddresses({ event, vod, clip }: Watchable, live?: Live): Promise<KeptAddresses> {
  const { token } = await createPerson('REGULAR_SUBSCRIBER');
  const shown = (await call('GET /clips/{id}', { params: { id: clip.id } })).data.clip;
  const page = await (await fetch(`${addresses.web}/evento/${event.id}`)).text();
  return {
    ...(await collectPlayed({ event, vod }, token)),
    clip: [shown.video],
    'poster of a clip': [String(shown.poster)],
    'share picture': [/property="og:image" content="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''],
    page: [`${addresses.web}/evento/${event.id}`, `${addresses.web}/clip/${clip.id}`],
    answer: [`${addresses.api}/sportevents/${event.id}`, `${addresses.api}/clips/${clip.id}`],
    ...(live && (await collectLive(live, token))),
  };
}

/** Collects the addresses of a recording for its page and its player. */
export async function collectPlayed({ event, vod }: Pick<Watchable, 'event' | 'vod'>, token: string) {
  const [{ data: ofVod }, { data: ofEvent }] = await Promise.all([
    call('GET /vods/{id}', { params: { id: vod.id }, token }),
    call('GET /sportevents/{id}', { params: { id: event.id }, token }),
  ]);
  const { playback, thumbnail } = ofVod.vod;
  const rendition = String(playback.url).replace('index.m3u8', 'index_360p.m3u8');
  const text = await (await fetch(rendition)).text();
  const sprites = await (await fetch(String(playback.thumbnailsUrl))).text();
  return {
    playlist: [String(playback.url), rendition],
    key: [new URL(/URI="([^"]+)"/.exec(text)?.[1] ?? '', rendition).href],
    segment: listAddresses(text, rendition),
    sprite: listAddresses(sprites, String(playback.thumbnailsUrl)).filter((address) => /\.jpg\?/.test(address)),
    poster: [String(thumbnail), String(ofEvent.sportEvent.thumbnail), toCardPicture(String(thumbnail))],
  };
}

export async function collectLive({ slug }: Pick<Live, 'slug'>, token: string) {
  const { playback, thumbnail } = (await call('GET /liveusers/{slug}', { params: { slug }, token })).data.liveUser;
  const master = String(playback.fromStartUrl);
  const rendition = new URL(listAddresses(await (await fetch(master)).text(), master)[0] ?? '');
  const playlist = await fetch(rendition);
  return {
    // Only a stage that delivers lives from their recording returns the last one.
    'playlist of a live': [master, rendition.href, master.replace('index.m3u8', 'live.m3u8')],
    'shared playlist of a live': [String(playlist.headers.get('content-location'))],
    'segment of a live': listAddresses(await playlist.text(), rendition.href),
    'picture of a live': [thumbnail ?? `${addresses.media}/${liveFrameKey(slug, Date.now())}`],
  };
}

export const listAddresses = (playlist: string, base: string): string[] =>
  (playlist.match(/^(?!WEBVTT)[^#\s](?!.*-->).*$/gm) ?? []).map((address) => new URL(address, base).href);

export async function fetchStatus(address: string): Promise<number> {
  const answer = await fetch(address, { redirect: 'manual' });
  await answer.arrayBuffer();
  return answer.status;
}

/** Reads the distinct statuses of each kind of address. */
export const readStatuses = async (kept: KeptAddresses) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(kept).map(async ([kind, list]) => {
        const found = await Promise.all(list.map(fetchStatus));
        return [kind, [...new Set(found)].toSorted()] as const;
      }),
    ),
  );

/** Predicate for `readStatuses`: all addresses of all kinds answer so. */
export const everyStatus = (holds: (status: number) => boolean) => (found: Record<string, number[]>) =>
  Object.values(found).every((all) => all.every(holds));

export const isRefused = (status: number) => status >= 400;
