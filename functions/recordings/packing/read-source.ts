/** Reads what packing needs of an uploaded file: its movie box, wherever it lies. */
import { type ObjectAddress, readRange } from '../../platform/aws/storage.ts';
import { readHeader, UnsuitableSource } from './boxes.ts';
import { type Movie, readMovie } from './movie.ts';

/** Bytes of the first read, which contain the whole movie box of most short films. */
const firstBytes = 256 * 1024;
/** 90 minutes take some 8 MB. */
const maxMovieBytes = 64 * 1024 ** 2;
/** A file has a few boxes; more would only keep the reader busy. */
const maxBoxes = 32;

/** @throws UnsuitableSource for a file without one. */
export async function readSourceMovie(address: ObjectAddress, fileBytes: number): Promise<Movie> {
  const head = await readRange(address, { from: 0, to: firstBytes });
  if (head.toString('latin1', 4, 8) !== 'ftyp') throw new UnsuitableSource('it is no MP4 or QuickTime file');
  const read = (from: number, to: number) =>
    to <= head.length ? head.subarray(from, to) : readRange(address, { from, to });
  let at = 0;
  for (let box = 0; box < maxBoxes && at + 8 <= fileBytes; box += 1) {
    const header = readHeader(await read(at, Math.min(at + 16, fileBytes)));
    if (!header || header.size < header.headerBytes) break;
    if (header.type === 'moov') {
      if (header.size > maxMovieBytes) throw new UnsuitableSource('its movie box is too large');
      return readMovie(await read(at + header.headerBytes, Math.min(at + header.size, fileBytes)), fileBytes);
    }
    at += header.size;
  }
  throw new UnsuitableSource('it has no movie box');
}
