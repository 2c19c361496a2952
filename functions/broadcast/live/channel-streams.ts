/** Streams of all channels: those of cameras at IVS, and those of phones. */
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import * as ivs from '../../platform/aws/live-streaming.ts';
import { isPhoneChannel, toPublisherId } from '../phone/phone-channel.ts';
import { findPhoneStream, readPhoneWindow } from '../phone/phone-stream.ts';
import { beginPart } from '../phone/publishers.ts';

export const findCurrentStream = (channelArn: string): Promise<ivs.Stream | undefined> =>
  isPhoneChannel(channelArn) ? findPhoneStream(channelArn) : ivs.findCurrentStream(channelArn);

/** Milliseconds for which a channel's broadcast waits for its stream to come back. */
export const readReconnectWindow = async (channelArn: string): Promise<number> =>
  isPhoneChannel(channelArn) ? readPhoneWindow(channelArn) : reconnectWindowMs;

/** Undefined for a phone: its segments have times of their own. */
export const readStreamEnd = async (channelArn: string, streamId: string): Promise<string | undefined> =>
  isPhoneChannel(channelArn) ? undefined : ivs.readStreamEnd(channelArn, streamId);

/** Lists the running streams of IVS and of those phones that are on air. */
export async function listCurrentStreams(
  rows: readonly { channelArn: string; broadcast: unknown }[],
): Promise<ivs.Stream[]> {
  const isPhone = ({ channelArn }: { channelArn: string }) => isPhoneChannel(channelArn);
  const phones = rows.filter((row) => row.broadcast !== null && isPhone(row));
  const [streams, sent] = await Promise.all([
    rows.every(isPhone) ? [] : ivs.listCurrentStreams(),
    Promise.all(phones.map(({ channelArn }) => findPhoneStream(channelArn))),
  ]);
  return [...streams, ...sent.flatMap((stream) => stream ?? [])];
}

/**
 * Stops a camera's stream and all its views. A phone's viewers hold no connection: each playlist is checked again, and
 * their signatures end.
 */
export async function stopStream(channelArn: string): Promise<void> {
  if (!isPhoneChannel(channelArn)) await ivs.stopStream(channelArn);
}

/** Starts a new recording. A phone keeps sending, and its next segments belong to the new one. */
export const separateRecordings = (channelArn: string, streamId: string): Promise<void> =>
  isPhoneChannel(channelArn)
    ? beginPart(toPublisherId(channelArn), streamId, Date.now())
    : ivs.separateRecordings(channelArn, streamId);
