/** Segments of a broadcast from a phone: limits that phone and server share. */

/**
 * Milliseconds of a segment. Segments lie on a grid of UTC: each begins with the first picture at or after a multiple of
 * this, except the first one after a start, which may begin within its slot.
 */
export const segmentMs = 2_000;

/** Milliseconds by which a slot begins before its multiple of two seconds. */
const earlyMs = 100;
/** Pictures that come later than this behind their segment's slot, without a whole one, cannot be shown. */
export const maxOverhangMs = 180;
/**
 * The longest time for which a segment's last picture stands; a longer pause is a break. A phone that the sun or its
 * age makes slow still gives some four pictures a second. With it, no segment is listed with more than the 2.5 s that
 * a target duration of 2 allows.
 */
export const maxPictureMs = 300;

/** The slot of a time; a picture may be a little early. */
export const toSlot = (ms: number): number => Math.floor((ms + earlyMs) / segmentMs);

/** UTC in milliseconds at which a slot begins. */
export const slotStart = (slot: number): number => slot * segmentMs - earlyMs;

/**
 * Milliseconds by which a phone may take our clock wrong: half of the time that a request takes on a line that its own
 * film fills.
 */
export const phoneClockErrorMs = 5_000;

/** Bytes of the largest segment: 2 s at 12 Mbit/s, which no phone's encoder exceeds at 720 lines. */
export const maxSegmentBytes = 3_000_000;

/** Bytes that one camera link may send: six hours at 5 Mbit/s. */
export const maxLinkBytes = 14_000_000_000;

/** Bytes that measure the bandwidth before the live: some two seconds of the best picture. */
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
