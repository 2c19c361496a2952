/** Creates broadcast sources: each owns an IVS channel and its stream key. */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { createChannel, deleteChannel } from '../../platform/aws/live-streaming.ts';
import type { StoredSource } from './rules.ts';
import { takeSlug } from './slugs.ts';
import { findSourceBySlug, sources } from './store.ts';

export type NewSource = Omit<StoredSource, 'version' | 'channelArn' | 'playbackUrl' | 'streamKey'>;

export function createSourceItem(kind: StoredSource['kind'], slug: string, now: number): NewSource {
  return {
    id: ulid(now),
    kind,
    slug,
    title: '',
    summary: '',
    isTest: false,
    sport: 'SOCCER',
    sportEventId: null,
    eventTitle: null,
    eventIsHidden: false,
    clubIds: [],
    renderOrder: null,
    thumbnail: null,
    ownerId: null,
    broadcast: null,
    dateCreated: new Date(now).toISOString(),
  };
}

/**
 * Creates the channel, then the source.
 * @throws ApiError CAM4090 if the slug is taken.
 */
export async function createSource(source: NewSource): Promise<StoredSource> {
  if (await findSourceBySlug(source.slug)) throw new ApiError('CAM4090');
  const channel = await createChannel(`${source.kind}-${source.id}`);
  try {
    return await sources.create({ ...source, ...channel }, [takeSlug(source.slug, source.id)]);
  } catch (error) {
    // A channel without a source is of no use. A failed condition means that the slug was taken meanwhile.
    await deleteChannel(channel.channelArn);
    throw error instanceof ConditionFailed ? new ApiError('CAM4090') : error;
  }
}
