/** A recent picture of what is on air, for the back-office: the streaming service writes one beside the recording. */
import { ulid } from 'ulid';
import { transact } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject, writeObject } from '../../platform/aws/storage.ts';
import { garbageOfPicture } from '../../recordings/media/garbage.ts';
import type { StoredSource } from '../live/rules.ts';
import { frameWrite, getBroadcast } from './store.ts';

/** Every picture has an address of its own that nobody guesses: staff alone are told it. */
export async function takeFrame({ id, channelArn, broadcast }: StoredSource, now: number): Promise<void> {
  const current = broadcast && (await getBroadcast({ channelArn, id: broadcast.id }));
  if (!current?.recordingPrefix) return;
  const latest = `${current.recordingPrefix}/media/latest_thumbnail/thumb.jpg`;
  const picture = await readObject({ bucket: environment('RECORDINGS_BUCKET'), key: latest });
  if (!picture) return;
  const key = `thumbnails/cameras/${id}/${ulid(now)}.jpg`;
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key }, picture, { contentType: 'image/jpeg' });
  await transact([frameWrite(current, key), ...(current.frame ? garbageOfPicture(current.frame, now) : [])]);
}

/** The key of the last picture of a source on air. */
export async function frameOf({ channelArn, broadcast }: StoredSource): Promise<string | null> {
  if (!broadcast || broadcast.stoppedAt !== null) return null;
  return (await getBroadcast({ channelArn, id: broadcast.id }))?.frame ?? null;
}
