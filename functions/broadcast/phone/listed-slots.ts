/** Listed segments of a phone's broadcast, in the table `segments`: {publisher} / SLOT#{slot of UTC}. */
import type { PhoneRendition } from '../../../shared/domain/phone-segments.ts';
import type { Key } from '../../platform/aws/dynamo.ts';
import type { SegmentFacts } from './inspect-segment.ts';

/** A listed segment; its time of listing says whether viewers have seen a gap in its place. */
export interface ListedSegment extends Omit<SegmentFacts, 'pictures'> {
  number: number;
  /** Milliseconds since the Unix epoch. */
  listedAt: number;
}

export interface ListedSlot extends Partial<Record<PhoneRendition, ListedSegment>> {
  slot: number;
}

export const slotKey = (publisher: string, slot: number): Key => ({
  pk: publisher,
  sk: `SLOT#${String(slot).padStart(10, '0')}`,
});
