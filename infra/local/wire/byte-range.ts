export interface ByteRange {
  start: number;
  end: number;
}

/** Parses a single range. As in S3, several or malformed ranges are undefined, and yield the whole file. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable';
  return { start, end: first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
