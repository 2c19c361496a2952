/**
 * The channel of a phone's source, unknown to IVS. Its name has the form of an ARN, from which the folders of a
 * recording follow as for a camera.
 */
import type { Channel } from '../../platform/aws/live-streaming.ts';

const prefix = 'arn:cantera:phone::phone:channel/';

/** Milliseconds without a network after which the broadcast of a phone ends. */
export const phoneReconnectMs = 30 * 60_000;

export const createPhoneChannel = (publisher: string): Channel => ({
  channelArn: prefix + publisher,
  playbackUrl: '',
  streamKey: '',
});

export const isPhoneChannel = (channelArn: string): boolean => channelArn.startsWith(prefix);

/** The id of the publisher, which is also that of its source. */
export const toPublisherId = (channelArn: string): string => channelArn.slice(prefix.length);

/** Publisher and part of a recording's folder. */
export function parsePhonePrefix(recordingPrefix: string): { publisher: string; part: string } {
  const names = recordingPrefix.split('/');
  return { publisher: names[3] ?? '', part: names.at(-1) ?? '' };
}
