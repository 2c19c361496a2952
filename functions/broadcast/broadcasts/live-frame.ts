/** A recent picture of what is on air, for the back-office: the streaming service writes one beside the recording. */
import { ulid } from 'ulid';
import { transact } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject, writeObject } from '../../platform/aws/storage.ts';
import { garbageOfPicture } from '../../recordings/media/garbage.ts';
import { isOnAir, type StoredSource } from '../live/rules.ts';
import { sources } from '../live/store.ts';
import { frameWrite, getBroadcast } from './store.ts';

/** Every picture has an address of its own that nobody guesses: staff alone are told it. */
export async function takeFrame({ id, channelArn, broadcast }: StoredSource, now: number): Promise<void> {
  const current = broadcast && (await getBroadcast({ channelArn, id: broadcast.id }));
  if (!current?.recordingPrefix) return;
  const picture = await latestOf(current.recordingPrefix);
  if (!picture) return;
  const key = `thumbnails/cameras/${id}/${ulid(now)}.jpg`;
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key }, picture, { contentType: 'image/jpeg' });
  await transact([frameWrite(current, key), ...(current.frame ? garbageOfPicture(current.frame, now) : [])]);
}

/** What the cameras of a match show, for its desk; undefined where none of them is on the air. */
export async function pictureOfMatch(eventId: string, now: number): Promise<Uint8Array | undefined> {
  const rows = (await sources.rows()).filter((row) => row.sportEventId === eventId && isOnAir(row, now));
  for (const { channelArn, broadcast } of await sources.items(rows)) {
    const current = broadcast && (await getBroadcast({ channelArn, id: broadcast.id }));
    const picture = current?.recordingPrefix && (await latestOf(current.recordingPrefix));
    if (picture) return picture;
  }
  return undefined;
}

const latestOf = (prefix: string) =>
  readObject({ bucket: environment('RECORDINGS_BUCKET'), key: `${prefix}/media/latest_thumbnail/thumb.jpg` });

/** The key of the last picture of a source on air. */
export async function frameOf({ channelArn, broadcast }: StoredSource): Promise<string | null> {
  if (!broadcast || broadcast.stoppedAt !== null) return null;
  return (await getBroadcast({ channelArn, id: broadcast.id }))?.frame ?? null;
}
