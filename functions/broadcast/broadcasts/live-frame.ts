/** Frames of running lives, which IVS writes beside their recordings. */
import { ulid } from 'ulid';
import { events } from '../../league/events/store.ts';
import { transact } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { writeObject } from '../../platform/aws/storage.ts';
import { notePictureGarbage } from '../../recordings/media/garbage.ts';
import { readLatestFrame } from '../../recordings/media/ivs-recording.ts';
import { isInAirtimeNow } from '../live/airtime.ts';
import { isInReserve } from '../live/feeds.ts';
import { isOnAir, type StoredSource } from '../live/rules.ts';
import { sources } from '../live/store.ts';
import { frameWrite, getBroadcast } from './store.ts';

/** Copies the latest frame of a source to an unguessable key, whose URL only staff receive. */
export async function takeFrame({ id, channelArn, broadcast }: StoredSource, now: number): Promise<void> {
  const current = broadcast && (await getBroadcast({ channelArn, id: broadcast.id }));
  if (!current?.recordingPrefix) return;
  const picture = await readLatestFrame(current.recordingPrefix);
  if (!picture) return;
  const key = `thumbnails/cameras/${id}/${ulid(now)}.jpg`;
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key }, picture, { contentType: 'image/jpeg' });
  await transact([frameWrite(current, key), ...(current.frame ? notePictureGarbage(current.frame, now) : [])]);
}

/** A frame of the match for its scorer; undefined if no camera is on air. */
export async function readMatchFrame(eventId: string, now: number): Promise<Uint8Array | undefined> {
  const rows = (await sources.rows()).filter(
    (row) => row.sportEventId === eventId && isOnAir(row, now) && isInAirtimeNow(row, now),
  );
  const event = rows.length > 1 ? await events.get(eventId) : undefined;
  for (const source of await sources.items(rows.filter((row) => !isInReserve(row, event)))) {
    const picture = await readFrame(source);
    if (picture) return picture;
  }
  return undefined;
}

/** The latest frame of a source on air, at most half a minute old; undefined before the first one. */
export async function readFrame({ channelArn, broadcast }: StoredSource): Promise<Uint8Array | undefined> {
  const current = broadcast && (await getBroadcast({ channelArn, id: broadcast.id }));
  return current?.recordingPrefix ? readLatestFrame(current.recordingPrefix) : undefined;
}

/** Key of the last frame that `takeFrame` has stored for a source on air. */
export async function findFrame({ channelArn, broadcast }: StoredSource): Promise<string | null> {
  if (!broadcast || broadcast.stoppedAt !== null) return null;
  return (await getBroadcast({ channelArn, id: broadcast.id }))?.frame ?? null;
}
