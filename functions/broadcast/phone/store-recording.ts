/**
 * Writes the recording of a part beside its segments, in the form of IVS: playlists that grow each minute, and at the end
 * the description from which the video is made. All writes may be repeated.
 */
import { environment } from '../../platform/aws/environment.ts';
import { writeObject } from '../../platform/aws/storage.ts';
import { hlsFolder } from '../../recordings/media/ivs-recording.ts';
import type { ListedSlot } from './listed-slots.ts';
import { createPhoneChannel } from './phone-channel.ts';
import { buildMasterPlaylist, buildRecordedPlaylist, selectRendition } from './playlists.ts';
import type { PartSlots } from './read-slots.ts';

/** The slots of the main rendition; the small rendition is not recorded. */
const selectMain = (slots: readonly ListedSlot[]) => selectRendition(slots, 'main');

/** Stores the playlists of the main rendition: the phone sends the other one for the live alone, and not all of it. */
export async function storePlaylists(prefix: string, { part, slots }: PartSlots): Promise<void> {
  const segments = selectMain(slots);
  const master = buildMasterPlaylist(slots);
  if (!master) return;
  await put(`${hlsFolder(prefix)}/main/playlist.m3u8`, buildRecordedPlaylist(part, segments));
  await put(`${hlsFolder(prefix)}/master.m3u8`, master);
}

/** Stores the description that says that the recording has ended; false if there is nothing to make a video of. */
export async function storeDescription(prefix: string, { publisher, slots }: PartSlots): Promise<boolean> {
  const segments = [...selectMain(slots).values()];
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last) return false;
  const description = {
    channel_arn: createPhoneChannel(publisher.id).channelArn,
    recording_started_at: new Date(first.startMs).toISOString(),
    recording_ended_at: new Date(last.startMs + last.durationMs).toISOString(),
    media: {
      hls: {
        duration_ms: segments.reduce((sum, { durationMs }) => sum + durationMs, 0),
        path: 'media/hls',
        playlist: 'master.m3u8',
        renditions: [
          {
            resolution_width: Math.max(...segments.map(({ width }) => width)),
            resolution_height: Math.max(...segments.map(({ height }) => height)),
          },
        ],
      },
    },
  };
  await put(`${prefix}/events/recording-ended.json`, JSON.stringify(description), 'application/json');
  return true;
}

const put = (key: string, text: string, contentType = 'application/vnd.apple.mpegurl') =>
  writeObject({ bucket: environment('RECORDINGS_BUCKET'), key }, Buffer.from(text), { contentType });
