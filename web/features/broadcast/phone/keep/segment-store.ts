/**
 * Stores a broadcast's segments on the phone until the server has acknowledged them. Packets are written as they leave
 * the encoder; a segment is listed once it is complete and flushed. After a kill, the next page lists the segment that
 * was being written.
 */
import { maxPictureMs, type PhoneRendition, slotStart, toSlot } from '../../../../../shared/domain/phone-segments.ts';
import { type Packet, readRecords, ticksPerMs, writeRecord } from '../encode/packet.ts';
import { type SegmentSink, type SegmentSpan, toSpan } from '../encode/segment-cutter.ts';
import { type Files, joinBytes, type SyncFile } from './files.ts';
import {
  type IndexLine,
  type IndexState,
  type KeptSegment,
  readIndex,
  readName,
  type SegmentKey,
  toKey,
  toName,
  writeLine,
} from './segment-index.ts';

const indexName = 'indice';

interface SpareFile {
  name: string;
  opening: Promise<SyncFile | undefined>;
  file?: SyncFile | undefined;
}

interface OpenSegment {
  /** Undefined until the browser has opened it. */
  file?: SyncFile;
  /** All of it, for a full disk, until it is listed. */
  records: Uint8Array[];
  /** Records already in the file. */
  written: number;
}

export class SegmentStore {
  /** True while the disk is full: unsent segments are then lost with the page. */
  isFull = false;
  /** True while segments have times of the phone's own clock. */
  isAssumed = false;
  readonly #files: Files;
  readonly #index: SyncFile;
  readonly #kept = new Map<string, KeptSegment>();
  readonly #open = new Map<string, OpenSegment>();
  /** Segments that did not fit on the disk. */
  readonly #inMemory = new Map<string, Uint8Array>();
  /** Names of all segments that were ever on this phone. */
  readonly #known: Set<string>;
  readonly #starts: Map<string, number>;
  /** The file of each rendition's next segment, opened in advance, so that packets wait for none. */
  readonly #spare = new Map<PhoneRendition, SpareFile>();
  readonly #onKept: () => void;

  private constructor(files: Files, index: SyncFile, { names, starts }: IndexState, onKept: () => void) {
    this.#files = files;
    this.#index = index;
    this.#known = names;
    this.#starts = starts;
    this.#onKept = onKept;
  }

  /**
   * Opens the store and lists the segments that a killed page left behind. `onKept`: a segment is new in the list.
   * `isAssumed`: that page had the phone's own clock.
   */
  static async open(files: Files, onKept: () => void, isAssumed = false): Promise<SegmentStore> {
    const index = await files.open(indexName);
    const bytes = index.read();
    const state = readIndex(new TextDecoder().decode(bytes));
    // A torn last line must not swallow the next one.
    if (bytes.length > 0 && bytes.at(-1) !== 10) index.append(new TextEncoder().encode('\n'));
    const names = await files.names();
    const isWritten = new Set(state.names);
    const store = new SegmentStore(files, index, state, onKept);
    store.isAssumed = isAssumed;
    for (const segment of state.segments)
      if (names.includes(toName(segment))) store.#kept.set(toName(segment), segment);
      else store.#write({ is: 'done', ...toKey(segment) });
    for (const name of names) await store.#recover(name, isWritten.has(name));
    return store;
  }

  /** Returns the publisher's first number never used on this phone. */
  findNext(publisher: string): number {
    const own = [...this.#known].map(readName).filter((key) => key?.publisher === publisher);
    return Math.max(-1, ...own.map((key) => key?.number ?? -1)) + 1;
  }

  /** UTC at which the publisher's first unused slot begins; undefined without a segment. */
  findFreeFrom(publisher: string): number | undefined {
    const own = [...this.#starts].filter(([name]) => readName(name)?.publisher === publisher);
    const last = Math.max(...own.map(([, start]) => start));
    return own.length === 0 ? undefined : slotStart(toSlot(last) + 1);
  }

  /** Moves the segments with times of the phone's own clock by whole slots: now they may be sent. */
  moveAssumed(ms: number): void {
    const moved = this.segments
      .filter(({ isAssumed }) => isAssumed)
      .map(({ isAssumed: _, startMs, movedMs = 0, ...segment }) => ({
        ...segment,
        startMs: startMs + ms,
        movedMs: movedMs + ms,
      }));
    for (const segment of moved) {
      this.#kept.set(toName(segment), segment);
      this.#starts.set(toName(segment), segment.startMs);
    }
    this.isAssumed = false;
    const lasting = moved.filter((segment) => !this.#inMemory.has(toName(segment)));
    this.#write(...lasting.map((segment) => ({ is: 'kept' as const, ...segment })));
  }

  get segments(): KeptSegment[] {
    return [...this.#kept.values()];
  }

  /** Opens the file of the next segment in advance. */
  async prepare(key: SegmentKey): Promise<void> {
    const name = toName(key);
    if (this.#spare.has(key.rendition) || this.#known.has(name)) return;
    const spare: SpareFile = { name, opening: this.#openFile(name) };
    this.#spare.set(key.rendition, spare);
    spare.file = await spare.opening;
  }

  #openFile(name: string): Promise<SyncFile | undefined> {
    return this.#files.open(name).catch(() => undefined);
  }

  /** Returns where a cutter puts its segments. */
  createSink({ publisher, rendition }: Omit<SegmentKey, 'number'>): SegmentSink {
    const toOwnKey = (number: number) => ({ publisher, number, rendition });
    return {
      begin: (number) => {
        this.#begin(toName(toOwnKey(number)), rendition);
        void this.prepare(toOwnKey(number + 1));
      },
      append: (number, packet) => this.#append(toName(toOwnKey(number)), packet),
      end: (number, span) => this.#end({ ...toOwnKey(number), ...span }),
    };
  }

  async read(key: SegmentKey): Promise<Packet[]> {
    const { movedMs = 0 } = this.#kept.get(toName(key)) ?? {};
    const packets = readRecords(this.#inMemory.get(toName(key)) ?? (await this.#readFile(toName(key))));
    return movedMs === 0 ? packets : packets.map((packet) => ({ ...packet, at: packet.at + movedMs * ticksPerMs }));
  }

  async #readFile(name: string): Promise<Uint8Array> {
    const file = await this.#files.open(name);
    try {
      return file.read();
    } finally {
      file.close();
    }
  }

  /** Stores that the bucket has the segment; a null ETag is unknown. */
  noteSent(key: SegmentKey, etag: string | null): void {
    const segment = this.#kept.get(toName(key));
    if (!segment) return;
    segment.etag = etag;
    this.#write({ is: 'sent', ...toKey(key), etag });
  }

  /** Marks it as not in the bucket, so that it is sent again. */
  noteMissing(key: SegmentKey): void {
    const segment = this.#kept.get(toName(key));
    if (!segment) return;
    delete segment.etag;
    this.#write({ is: 'kept', ...segment });
  }

  /** Removes a segment that the server has settled. */
  async forget(key: SegmentKey): Promise<void> {
    const name = toName(key);
    this.#write({ is: 'done', ...toKey(key) });
    this.#kept.delete(name);
    this.#inMemory.delete(name);
    await this.#files.remove(name).then(
      () => {
        this.isFull &&= this.#inMemory.size > 0;
      },
      () => undefined,
    );
  }

  close(): void {
    this.#index.close();
    for (const { file } of this.#spare.values()) file?.close();
    for (const { file } of this.#open.values()) file?.close();
  }

  #begin(name: string, rendition: PhoneRendition): void {
    this.#known.add(name);
    const segment: OpenSegment = { records: [], written: 0 };
    this.#open.set(name, segment);
    const spare = this.#spare.get(rendition);
    this.#spare.delete(rendition);
    const isOwn = spare?.name === name;
    if (!isOwn) void spare?.opening.then((file) => file?.close());
    segment.file = isOwn ? spare.file : undefined;
    // Only one handle of a file may be open, so that one that is being opened is waited for.
    if (!segment.file) void this.#openLate(name, segment, isOwn ? spare.opening : undefined);
  }

  async #openLate(name: string, segment: OpenSegment, opening?: Promise<SyncFile | undefined>): Promise<void> {
    segment.file = (await opening) ?? (await this.#openFile(name));
    if (!segment.file) this.isFull = true;
    this.#writeRecords(segment);
    if (this.#open.get(name) === segment || !this.#closeFile(segment)) return;
    // The segment has ended meanwhile, and was in memory alone until now.
    const kept = this.#kept.get(name);
    this.#inMemory.delete(name);
    if (kept) this.#write({ is: 'kept', ...kept });
  }

  /** Returns whether all records are in the file. */
  #closeFile({ file, records, written }: OpenSegment): boolean {
    try {
      file?.flush();
    } catch {
      this.isFull = true;
    }
    file?.close();
    return written === records.length;
  }

  #append(name: string, packet: Packet): void {
    const segment = this.#open.get(name);
    if (!segment) return;
    segment.records.push(writeRecord(packet));
    this.#writeRecords(segment);
  }

  #writeRecords(segment: OpenSegment): void {
    try {
      for (; segment.file && segment.written < segment.records.length; segment.written += 1)
        segment.file.append(segment.records[segment.written] as Uint8Array);
    } catch (error) {
      // The next packet tries again: a browser may refuse for a moment, and only what is in the file survives a kill.
      if (!this.isFull) console.warn('A packet is not written', error);
      this.isFull = true;
    }
  }

  #end(segment: KeptSegment): void {
    const name = toName(segment);
    const open = this.#open.get(name);
    if (!open) return;
    this.#open.delete(name);
    this.#writeRecords(open);
    if (!this.#closeFile(open)) this.#inMemory.set(name, joinBytes(open.records));
    this.#list(segment);
  }

  #list(segment: KeptSegment): void {
    const listed: KeptSegment = { ...segment, ...(this.isAssumed && { isAssumed: true }) };
    this.#kept.set(toName(segment), listed);
    this.#starts.set(toName(segment), segment.startMs);
    // Memory alone does not survive a reload.
    if (!this.#inMemory.has(toName(segment))) this.#write({ is: 'kept', ...listed });
    this.#onKept();
  }

  #write(...lines: IndexLine[]): void {
    try {
      this.#index.append(new TextEncoder().encode(lines.map(writeLine).join('')));
      this.#index.flush();
    } catch {
      this.isFull = true;
    }
  }

  /** Lists a segment that a killed page was writing; removes one that the server has already. */
  async #recover(name: string, isWritten: boolean): Promise<void> {
    const key = readName(name);
    if (!key || this.#kept.has(name)) return;
    const span = isWritten ? undefined : findSpan(await this.read(key));
    if (span) {
      this.#known.add(name);
      this.#list({ ...key, ...span });
    } else await this.#files.remove(name).catch(() => undefined);
  }
}

/** Computes where a recovered segment lies; undefined without a picture. */
function findSpan(packets: Packet[]): SegmentSpan | undefined {
  const pictures = packets.filter(({ track }) => track === 'picture').map(({ at }) => at);
  const [first, last] = [pictures[0], pictures.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const spacing = pictures.length > 1 ? (last - first) / (pictures.length - 1) : 3_000;
  return toSpan(first, last + Math.min(spacing, maxPictureMs * ticksPerMs));
}
