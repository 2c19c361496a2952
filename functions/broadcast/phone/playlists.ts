/**
 * HLS playlists of a phone's broadcast, from its listed slots. Pure. Each slot of UTC has one place in a playlist, so that
 * a late segment takes the place of its gap and nothing else moves.
 */
import { type PhoneRendition, segmentMs } from '../../../shared/domain/phone-segments.ts';
import { overlaps, type Range } from '../../../shared/domain/withdrawn.ts';
import type { ListedSegment, ListedSlot } from './listed-slots.ts';
import { toSegmentName } from './part-files.ts';
import type { PublisherPart } from './publishers.ts';

/** Milliseconds after its slot for which a playlist waits for a segment; then the slot is a gap. */
const patienceMs = 6_000;
/** Milliseconds by which the clocks of two functions may differ. */
const clockToleranceMs = 1_000;
/** Slots of a live playlist: three target durations to start with, and time for a player that was slow. */
const windowSlots = 10;
/** The longest entry that a target duration of 2 s allows, because players round durations to whole seconds. */
const maxEntrySeconds = 2.49;

interface PlaylistInput {
  part: PublisherPart;
  /** The listed segments of one rendition, by slot, in order. */
  segments: ReadonlyMap<number, ListedSegment>;
  now: number;
  /** Segments of the main rendition, which a live playlist of another one follows; absent for the main one. */
  main?: ReadonlyMap<number, ListedSegment>;
}

export const selectRendition = (
  slots: readonly ListedSlot[],
  rendition: 'main' | 'small',
): ReadonlyMap<number, ListedSegment> =>
  new Map(slots.flatMap(({ slot, ...listed }) => (listed[rendition] ? [[slot, listed[rendition]] as const] : [])));

/**
 * A sliding window for viewers of the live. Its media sequence is the number of a slot, and never goes back: a segment
 * that came after its gap was shown is never first, and counts for no discontinuity. Undefined while there is nothing to
 * show.
 */
export function buildLivePlaylist(
  { part, segments, now, main }: PlaylistInput,
  { withdrawn, isOver }: { withdrawn: readonly Range[]; isOver: boolean },
): string | undefined {
  const onTime = selectOnTime(segments);
  const isShown = (slot: number) => {
    const segment = onTime.get(slot);
    return segment !== undefined && !isWithdrawn(segment, withdrawn);
  };
  const own = findEdge(onTime, segments, now, isOver);
  if (own === undefined) return undefined;
  const edge = isOver ? own : followMain(own, main, now);
  let start = Math.max(findFirstSlot(onTime) ?? edge, edge - windowSlots + 1);
  while (start < edge && !isShown(start)) start += 1;
  if (!isShown(start)) return undefined;
  const lines = listEntries(part, { from: start, to: edge }, (slot) => {
    const segment = segments.get(slot);
    // A late segment of another form would move the numbers of all discontinuities after it.
    const isFitting = segment && (onTime.has(slot) || segment.form === findForm(onTime, slot));
    return isFitting && !isWithdrawn(segment, withdrawn) ? segment : undefined;
  });
  return join([
    '#EXTM3U',
    '#EXT-X-VERSION:8',
    `#EXT-X-TARGETDURATION:${segmentMs / 1000}`,
    `#EXT-X-MEDIA-SEQUENCE:${start - part.fromSlot}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${countForms(onTime, start)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...lines,
    ...(isOver ? ['#EXT-X-ENDLIST'] : []),
  ]);
}

/** The whole broadcast so far, for rewinding viewers. Late segments have filled their gaps. */
export function buildGrowingPlaylist({ part, segments, now }: PlaylistInput): string | undefined {
  const onTime = selectOnTime(segments);
  const edge = findEdge(onTime, segments, now, false);
  const start = findFirstSlot(onTime);
  if (edge === undefined || start === undefined) return undefined;
  return join([
    '#EXTM3U',
    '#EXT-X-VERSION:8',
    `#EXT-X-TARGETDURATION:${segmentMs / 1000}`,
    `#EXT-X-MEDIA-SEQUENCE:${start - part.fromSlot}`,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...listEntries(part, { from: start, to: edge }, (slot) => segments.get(slot)),
    '#EXT-X-ENDLIST',
  ]);
}

/** The finished recording: all segments, no gaps. A discontinuity marks where time or form does not follow on. */
export function buildRecordedPlaylist(part: PublisherPart, segments: ReadonlyMap<number, ListedSegment>): string {
  const lines: string[] = [];
  let before: ListedSegment | undefined;
  for (const [slot, segment] of segments) {
    const isSeam = before && (before.form !== segment.form || segment.startMs - endMs(before) > seamMs);
    if (isSeam) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(...toEntry(part, slot, segment));
    before = segment;
  }
  return join([
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${segmentMs / 1000}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...lines,
    '#EXT-X-ENDLIST',
  ]);
}

/** The master playlist of a recording, or of a whole broadcast so far: the main rendition, which is complete. */
export const buildMasterPlaylist = (slots: readonly ListedSlot[]): string | undefined =>
  listRenditions(slots, ['main'], '');

/**
 * The master playlist of the live, which names its windows by `suffix`. The small rendition is in it while the phone
 * sends it.
 */
export function buildLiveMaster(slots: readonly ListedSlot[], suffix: string): string | undefined {
  const newest = slots.at(-1)?.slot ?? 0;
  const hasSmall = slots.some(({ slot, small }) => small && slot > newest - currentSlots);
  return listRenditions(slots, hasSmall ? ['main', 'small'] : ['main'], suffix);
}

/** Slots within which a rendition has had a segment that is still being sent. */
const currentSlots = 5;

function listRenditions(
  slots: readonly ListedSlot[],
  renditions: readonly PhoneRendition[],
  suffix: string,
): string | undefined {
  const lines = renditions.flatMap((rendition) => {
    const segments = [...selectRendition(slots, rendition).values()];
    const newest = segments.at(-1);
    if (!newest) return [];
    const bits = segments.map(({ bytes, durationMs }) => (8000 * bytes) / durationMs);
    const average = bits.reduce((sum, one) => sum + one, 0) / bits.length;
    const attributes = [
      `BANDWIDTH=${Math.ceil(bits.reduce((most, one) => Math.max(most, one), 0))}`,
      `AVERAGE-BANDWIDTH=${Math.ceil(average)}`,
      `CODECS="${newest.codecs}"`,
      `RESOLUTION=${newest.width}x${newest.height}`,
      `FRAME-RATE=${newest.framesPerSecond.toFixed(3)}`,
    ];
    return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rendition}${suffix}/playlist.m3u8`];
  });
  return lines.length > 0 ? join(['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines]) : undefined;
}

/** Milliseconds between two segments that need a discontinuity between them. */
const seamMs = 150;
const endMs = ({ startMs, durationMs }: ListedSegment) => startMs + durationMs;

const join = (lines: readonly string[]) => `${lines.join('\n')}\n`;

const findFirstSlot = (segments: ReadonlyMap<number, unknown>): number | undefined => segments.keys().next().value;

const toSlotEnd = (slot: number) => (slot + 1) * segmentMs;

/**
 * Returns the segments that arrived before their slot became a gap for players: once a later slot is listed and
 * `patienceMs` have passed. A slot that became a gap stays one.
 */
export function selectOnTime(segments: ReadonlyMap<number, ListedSegment>): ReadonlyMap<number, ListedSegment> {
  const remaining: [number, ListedSegment][] = [];
  let laterListedAt = Number.POSITIVE_INFINITY;
  for (const [slot, segment] of [...segments].reverse()) {
    const isGap = segment.listedAt >= toSlotEnd(slot) + patienceMs - clockToleranceMs;
    if (!isGap || segment.listedAt <= laterListedAt) remaining.push([slot, segment]);
    laterListedAt = Math.min(laterListedAt, segment.listedAt);
  }
  return new Map(remaining.reverse());
}

/** The last slot of a playlist: before it, each slot is listed or old enough to be a gap. */
function findEdge(
  onTime: ReadonlyMap<number, ListedSegment>,
  segments: ReadonlyMap<number, ListedSegment>,
  now: number,
  isOver: boolean,
): number | undefined {
  const first = findFirstSlot(onTime);
  const newest = [...onTime.keys()].at(-1);
  if (first === undefined || newest === undefined) return undefined;
  // The media sequence shows that segments before the first one are still to come.
  if ((onTime.get(first)?.number ?? 0) > 0 && !isOver && now < toSlotEnd(first) + patienceMs) return undefined;
  let edge = newest;
  for (let slot = newest; slot > first && !isOver && now < toSlotEnd(slot) + patienceMs; slot -= 1)
    if (!segments.has(slot)) edge = slot - 1;
  while (edge > first && !onTime.has(edge)) edge -= 1;
  return edge;
}

/**
 * The live edge of a rendition that the phone no longer sends: gaps up to the edge of the main one, at which players
 * change to that.
 */
function followMain(own: number, main: ReadonlyMap<number, ListedSegment> | undefined, now: number): number {
  const until = main && findEdge(selectOnTime(main), main, now, false);
  let edge = own;
  while (until !== undefined && edge < until && now >= toSlotEnd(edge + 1) + patienceMs) edge += 1;
  return edge;
}

const isWithdrawn = ({ startMs, durationMs }: ListedSegment, withdrawn: readonly Range[]) =>
  overlaps(withdrawn, { from: startMs, to: startMs + durationMs });

/** The form that a player has at a slot: that of the last segment on time before it. */
function findForm(onTime: ReadonlyMap<number, ListedSegment>, slot: number): string | undefined {
  let form: string | undefined;
  for (const [at, segment] of onTime) {
    if (at > slot) break;
    form = segment.form;
  }
  return form;
}

/** Counts the changes of form before a slot. */
function countForms(onTime: ReadonlyMap<number, ListedSegment>, until: number): number {
  let [count, form]: [number, string | undefined] = [0, undefined];
  for (const [slot, segment] of onTime) {
    if (slot > until) break;
    if (form !== undefined && form !== segment.form) count += 1;
    form = segment.form;
  }
  return count;
}

/** The entries of all slots of a range, whose first is there. */
function listEntries(
  part: PublisherPart,
  { from, to }: Range,
  find: (slot: number) => ListedSegment | undefined,
): string[] {
  const lines: string[] = [];
  let before: ListedSegment | undefined;
  let gaps: number[] = [];
  for (let slot = from; slot <= to; slot += 1) {
    const segment = find(slot);
    if (!segment) {
      gaps.push(slot);
      continue;
    }
    lines.push(...listGaps(gaps, before, segment.startMs));
    if (before && before.form !== segment.form) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(...toEntry(part, slot, segment));
    [before, gaps] = [segment, []];
  }
  if (before) lines.push(...listGaps(gaps, before, endMs(before) + segmentMs * gaps.length));
  return lines;
}

/** Divides the time between two segments among the slots that lie between them. */
function listGaps(gaps: readonly number[], before: ListedSegment | undefined, until: number): string[] {
  const from = before ? endMs(before) : until - segmentMs * gaps.length;
  const seconds = Math.min(maxEntrySeconds, Math.max(0.1, (until - from) / gaps.length / 1000));
  return gaps.flatMap((slot, index) => [
    '#EXT-X-GAP',
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(from + 1000 * seconds * index).toISOString()}`,
    `#EXTINF:${seconds.toFixed(3)},`,
    `gap-${slot}.ts`,
  ]);
}

const toEntry = (part: PublisherPart, slot: number, { startMs, durationMs, number }: ListedSegment): string[] => [
  `#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString()}`,
  `#EXTINF:${(durationMs / 1000).toFixed(3)},`,
  toSegmentName(part, number, slot),
];
