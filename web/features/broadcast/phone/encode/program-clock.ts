/**
 * Adds the clock of the programme (PCR) to a transport stream, which the packager leaves out. ISO 13818-1 asks for one at
 * least each 100 ms; hls.js needs none, but native players and televisions may.
 */

const packetBytes = 188;
/** As the packager numbers them. */
const pids = { map: 0x1000, picture: 0x100 };
/** Ticks of 90 kHz by which the clock runs behind the pictures, so that a player has time to receive them. */
const delay = 45_000;
const range = 2 ** 33;

/** Writes a packet with the clock before each picture, and names its stream in the programme's map. */
export function addProgramClock(stream: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const packets = Array.from({ length: stream.length / packetBytes }, (_, index) =>
    stream.subarray(index * packetBytes, (index + 1) * packetBytes),
  );
  const clocked = packets.flatMap((packet) => {
    const isStart = ((packet[1] ?? 0) & 0x40) !== 0;
    const pid = (((packet[1] ?? 0) & 31) << 8) | (packet[2] ?? 0);
    if (isStart && pid === pids.map) nameClock(packet);
    return isStart && pid === pids.picture ? [createClockPacket(packet), packet] : [packet];
  });
  const out = new Uint8Array(clocked.length * packetBytes);
  for (const [index, packet] of clocked.entries()) out.set(packet, index * packetBytes);
  return out;
}

/** A packet without content repeats the counter of the one before. */
function createClockPacket(picture: Uint8Array): Uint8Array {
  const [, , , flags = 0, fieldLength = 0] = picture;
  const stamp = readStamp(picture.subarray((flags & 0x20 ? 5 + fieldLength : 4) + 9));
  const base = (stamp - delay + range) % range;
  const packet = new Uint8Array(packetBytes).fill(0xff);
  const view = new DataView(packet.buffer);
  packet.set([0x47, pids.picture >> 8, pids.picture & 0xff, 0x20 | ((flags - 1) & 15), packetBytes - 5, 0x10]);
  view.setUint32(6, Math.floor(base / 2));
  view.setUint16(10, ((base % 2) << 15) | 0x7e00);
  return packet;
}

/** Reads the time stamp of a picture's header, of 33 bits. */
function readStamp([a = 0, b = 0, c = 0, d = 0, e = 0]: Uint8Array): number {
  return ((a >> 1) & 7) * 2 ** 30 + b * 2 ** 22 + (c >> 1) * 2 ** 15 + d * 2 ** 7 + (e >> 1);
}

/** Sets the PCR_PID of a programme map, and its checksum. */
function nameClock(packet: Uint8Array): void {
  const view = new DataView(packet.buffer, packet.byteOffset, packetBytes);
  const section = (view.getUint8(3) & 0x20 ? 5 + view.getUint8(4) : 4) + 1;
  const end = section + 3 + (view.getUint16(section + 1) & 0xfff) - 4;
  view.setUint16(section + 8, 0xe000 | pids.picture);
  view.setUint32(end, computeCrc(packet.subarray(section, end)));
}

/** CRC-32/MPEG-2: most significant bit first, no final inversion. */
function computeCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}
