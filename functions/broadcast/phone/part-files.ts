/** Folders of a part's recording, which are like those of IVS, so that all readers of recordings find it. Pure. */
import { segmentMs } from '../../../shared/domain/phone-segments.ts';
import { toDayFolder } from '../broadcasts/rules.ts';
import { createPhoneChannel } from './phone-channel.ts';
import type { Publisher, PublisherPart } from './publishers.ts';

export function toPartPrefix({ id }: Pick<Publisher, 'id'>, part: PublisherPart): string {
  const at = new Date(part.fromSlot * segmentMs);
  const day = toDayFolder(createPhoneChannel(id).channelArn, at);
  return `${day}${at.getUTCHours()}/${at.getUTCMinutes()}/${part.id}`;
}

/** The number at its end is that of its slot within the part, by which the edge withholds ranges. */
export const toSegmentName = ({ fromSlot }: PublisherPart, number: number, slot: number): string =>
  `${number}-${slot - fromSlot}.ts`;
