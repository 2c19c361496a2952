/** Reader and writer of AMF0, the value format of RTMP commands. */

export type AmfValue = number | boolean | string | null | undefined | Date | AmfValue[] | { [name: string]: AmfValue };

export const isObject = (value: AmfValue): value is { [name: string]: AmfValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/**
 * Reads all values of a message; with `isLenient`, those up to the first one that is malformed or of an unknown kind,
 * such as AMF3. @throws RangeError where it is malformed, nested deeper than 8 or longer than 1,000.
 */
export function readAmf(data: Buffer, { isLenient = false } = {}): AmfValue[] {
  const reader = new Reader(data);
  const values: AmfValue[] = [];
  try {
    while (reader.position < data.length && values.length < 100) values.push(reader.value(0));
  } catch (error) {
    if (!isLenient || !(error instanceof RangeError)) throw error;
    if (reader.unfinished) values.push(reader.unfinished);
  }
  return values;
}

export function writeAmf(...values: AmfValue[]): Buffer {
  return Buffer.concat(values.map(encode));
}

class Reader {
  position = 0;
  /** Members of an outermost object that were read before it turned out to be unreadable. */
  unfinished: { [name: string]: AmfValue } | undefined;
  readonly data: Buffer;

  constructor(data: Buffer) {
    this.data = data;
  }

  value(depth: number): AmfValue {
    if (depth > 8) throw new RangeError('AMF0: nested too deep');
    const marker = this.bytes(1).readUInt8();
    switch (marker) {
      case 0:
        return this.bytes(8).readDoubleBE();
      case 1:
        return this.bytes(1).readUInt8() !== 0;
      case 2:
        return this.string(this.bytes(2).readUInt16BE());
      case 3:
        return this.members(depth);
      case 5:
        return null;
      case 6:
      case 13:
        return undefined;
      // Reference to an earlier object.
      case 7:
        return void this.bytes(2);
      case 8:
        this.bytes(4);
        return this.members(depth);
      case 10:
        return this.list(depth);
      case 11:
        return new Date(this.bytes(10).readDoubleBE());
      case 12:
      case 15:
        return this.string(this.bytes(4).readUInt32BE());
      // Object with the name of its class.
      case 16:
        this.string(this.bytes(2).readUInt16BE());
        return this.members(depth);
      default:
        throw new RangeError(`AMF0: unknown marker ${marker}`);
    }
  }

  bytes(length: number): Buffer {
    if (this.position + length > this.data.length) throw new RangeError('AMF0: ends too early');
    this.position += length;
    return this.data.subarray(this.position - length, this.position);
  }

  string(length: number): string {
    return this.bytes(length).toString('utf8');
  }

  members(depth: number): AmfValue {
    // Has no prototype, so that a member called `__proto__` is harmless.
    const object: { [name: string]: AmfValue } = Object.create(null);
    if (depth === 0) this.unfinished = object;
    for (let count = 0; count < 1000; count++) {
      const name = this.string(this.bytes(2).readUInt16BE());
      if (name === '' && this.data[this.position] === 9) {
        this.position++;
        if (depth === 0) this.unfinished = undefined;
        return object;
      }
      object[name] = this.value(depth + 1);
    }
    throw new RangeError('AMF0: too many members');
  }

  list(depth: number): AmfValue[] {
    const length = this.bytes(4).readUInt32BE();
    if (length > 1000) throw new RangeError('AMF0: list too long');
    return Array.from({ length }, () => this.value(depth + 1));
  }
}

function encode(value: AmfValue): Buffer {
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'boolean') return Buffer.from([1, value ? 1 : 0]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), name(value)]);
  if (value === null) return Buffer.from([5]);
  if (value === undefined) return Buffer.from([6]);
  if (Array.isArray(value) || value instanceof Date) throw new RangeError('AMF0: lists and dates are never sent');
  const members = Object.entries(value).flatMap(([key, member]) => [name(key), encode(member)]);
  return Buffer.concat([Buffer.from([3]), ...members, Buffer.from([0, 0, 9])]);
}

function name(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
