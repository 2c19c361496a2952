/** The list of a broadcast's segments on this phone: lines that are only added, so that a kill damages the last at most. */
import type { PhoneRendition } from '../../../../../shared/domain/phone-segments.ts';
import type { SegmentSpan } from '../encode/segment-cutter.ts';

export interface SegmentKey {
  /** The server's id of this phone in one broadcast. */
  publisher: string;
  number: number;
  rendition: PhoneRendition;
}

/** A segment that the server has not settled yet. */
export interface KeptSegment extends SegmentKey, SegmentSpan {
  /** Set once the bucket has it. Null: it was there already, and its ETag is unknown. */
  etag?: string | null;
  /** True while its times are those of the phone's own clock: it is not sent before they are moved. */
  isAssumed?: true;
  /** Milliseconds by which the times of its packets were moved. */
  movedMs?: number;
}

export type IndexLine =
  | ({ is: 'kept' } & Omit<KeptSegment, 'etag'>)
  | ({ is: 'sent'; etag: string | null } & SegmentKey)
  | ({ is: 'done' } & SegmentKey);

export interface IndexState {
  segments: KeptSegment[];
  /** Names of all segments that were ever listed. */
  names: Set<string>;
  /** UTC in milliseconds at which each of them begins, by its name. */
  starts: Map<string, number>;
}

export const toName = ({ publisher, number, rendition }: SegmentKey): string => `${publisher}.${number}.${rendition}`;

/** Reads a segment's name; undefined for other files. */
export function readName(name: string): SegmentKey | undefined {
  const [, publisher, number, rendition] = /^(\w{1,40})\.(\d{1,9})\.(main|small)$/.exec(name) ?? [];
  return publisher ? { publisher, number: Number(number), rendition: rendition as PhoneRendition } : undefined;
}

export const toKey = ({ publisher, number, rendition }: SegmentKey): SegmentKey => ({ publisher, number, rendition });

export const writeLine = (line: IndexLine): string => `${JSON.stringify(line)}\n`;

/** Folds the lines of the index. A line that is not whole, the last one after a kill, is left out. */
export function readIndex(text: string): IndexState {
  const segments = new Map<string, KeptSegment>();
  const names = new Set<string>();
  const starts = new Map<string, number>();
  for (const line of text.split('\n').map(parseLine)) {
    if (!line) continue;
    const name = toName(line);
    names.add(name);
    const segment = segments.get(name);
    if (line.is === 'kept') {
      const { is: _, ...whole } = line;
      segments.set(name, whole);
      starts.set(name, line.startMs);
    }
    if (line.is === 'done') segments.delete(name);
    if (line.is === 'sent' && segment) segments.set(name, { ...segment, etag: line.etag });
  }
  return { segments: [...segments.values()], names, starts };
}

function parseLine(line: string): IndexLine | undefined {
  try {
    const parsed = JSON.parse(line) as IndexLine | null;
    return parsed && readName(toName(parsed)) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
