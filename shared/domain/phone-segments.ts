/** Segments of a broadcast from a phone: limits that phone and server share. */

/**
 * Milliseconds of a segment. Segments lie on a grid of UTC: each begins with the first picture at or after a multiple of
 * this, except the first one after a start, which may begin within its slot.
 */
export const segmentMs = 2_000;

/** Bytes of the largest segment: 2 s at 12 Mbit/s, which no phone's encoder exceeds at 720 lines. */
export const maxSegmentBytes = 3_000_000;

/** Bytes that one camera link may send: six hours at 5 Mbit/s. */
export const maxLinkBytes = 14_000_000_000;

/** Bytes that measure the line before the live: some two seconds of the best picture. */
export const probeBytes = 600_000;

/** Hours after a link's end for which a phone that has begun may still send what it kept. */
export const lateHours = 24;

/** Segments of one request. */
export const segmentsAtOnce = 30;

export const phoneRenditions = ['main', 'small'] as const;
export type PhoneRendition = (typeof phoneRenditions)[number];

/** Reasons why a segment is refused for ever. */
export const segmentRefusals = [
  'SIZE',
  'CONTAINER',
  'ENCRYPTED',
  'VIDEO_CODEC',
  'VIDEO_FORM',
  'AUDIO_CODEC',
  'FIRST_PICTURE',
  'TIMESTAMPS',
  'DURATION',
  'SLOT',
  'ORDER',
  'TIME',
  'TAKEN',
] as const;
export type SegmentRefusal = (typeof segmentRefusals)[number];
