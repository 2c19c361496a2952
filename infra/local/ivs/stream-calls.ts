import * as z from 'zod';
import { ServiceError } from '../wire/http-server.ts';
import { createRateLimit } from '../wire/rate-limit.ts';
import type { Broadcast } from './broadcast.ts';
import type { Call } from './calls.ts';
import { parse, requireResource, toPage } from './calls.ts';
import type { LiveBroadcasts } from './live-broadcasts.ts';
import type { Playback } from './playback.ts';
import type { IvsState } from './state.ts';
import { readArnId } from './state.ts';

const channelArn = z.string();
const Page = z.strictObject({ maxResults: z.literal(100).optional(), nextToken: z.string().optional() });
const Viewer = z.strictObject({
  channelArn,
  viewerId: z.string().min(1).max(40),
  viewerSessionVersionsLessThanOrEqualTo: z.number().int().min(0).default(0),
});

const maxMetadataBytes = 1024;
const MetadataInput = z.strictObject({
  channelArn,
  metadata: z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= maxMetadataBytes, 'at most 1 KB'),
});

export function createStreamCalls(
  state: IvsState,
  liveBroadcasts: LiveBroadcasts,
  playback: Playback,
  playbackOrigin: string,
): Record<string, Call> {
  const { data } = state;
  const requireChannel = (arn: string) => requireResource(data.channels[arn], 'channel', arn);

  const toStream = ({ current, channelArn }: Broadcast) =>
    current?.startTime && {
      channelArn,
      streamId: current.streamId,
      state: 'LIVE',
      health: current.publication.readSilenceMs() > 3000 ? 'STARVING' : 'HEALTHY',
      startTime: current.startTime,
      viewerCount: playback.countViewers(channelArn),
    };
  const revoke = ({ channelArn, viewerId, viewerSessionVersionsLessThanOrEqualTo: upTo }: z.infer<typeof Viewer>) => {
    data.revocations.push({ channelArn, viewerId, upTo, at: Date.now() });
    state.save();
  };

  const limitAccountMetadata = createLimit(155);
  const channelMetadataLimits = new Map<string, () => void>();
  const findChannelLimit = (arn: string) => {
    const limit = channelMetadataLimits.get(arn) ?? createLimit(5);
    channelMetadataLimits.set(arn, limit);
    return limit;
  };
  const limitRevocations = createLimit(5);
  const limitRevocationBatches = createLimit(2);

  return {
    GetStream: (input) => {
      const { arn } = requireChannel(parse(z.strictObject({ channelArn }), input).channelArn);
      const broadcast = liveBroadcasts.broadcasts.get(arn);
      const stream = broadcast && toStream(broadcast);
      if (!stream) throw createNotBroadcastingError();
      return { stream: { ...stream, playbackUrl: `${playbackOrigin}/${readArnId(arn)}.m3u8` } };
    },
    ListStreams: (input) => {
      const { nextToken } = parse(Page, input ?? {});
      const streams = [...liveBroadcasts.broadcasts.values()].flatMap((broadcast) => toStream(broadcast) || []);
      return toPage(streams, 'streams', nextToken);
    },
    StopStream: async (input) => {
      const { arn } = requireChannel(parse(z.strictObject({ channelArn }), input).channelArn);
      // Comes before the check of the broadcast, because this emulator keeps viewings while the encoder is
      // disconnected.
      playback.endViewings(arn);
      if (!liveBroadcasts.isLive(arn)) throw createNotBroadcastingError();
      await liveBroadcasts.broadcasts.get(arn)?.stop();
      return {};
    },
    PutMetadata: (input) => {
      const { channelArn: arn, metadata } = parse(MetadataInput, input);
      limitAccountMetadata();
      requireChannel(arn);
      findChannelLimit(arn)();
      const broadcast = liveBroadcasts.broadcasts.get(arn);
      // Metadata needs a frame to which it can be attached.
      if (!broadcast?.current?.startTime || !broadcast.annotate(metadata)) throw createNotBroadcastingError();
    },
    GetStreamSession: (input) => {
      const query = parse(z.strictObject({ channelArn, streamId: z.string().optional() }), input);
      const session = data.sessions.find(
        (one) => one.channelArn === query.channelArn && [undefined, one.streamId].includes(query.streamId),
      );
      return { streamSession: requireResource(session, 'stream session', query.streamId ?? query.channelArn) };
    },
    StartViewerSessionRevocation: (input) => {
      limitRevocations();
      const viewer = parse(Viewer, input);
      requireChannel(viewer.channelArn);
      revoke(viewer);
      return {};
    },
    BatchStartViewerSessionRevocation: (input) => {
      limitRevocationBatches();
      const { viewerSessions } = parse(z.strictObject({ viewerSessions: z.array(Viewer).min(1).max(20) }), input);
      const unknown = viewerSessions.filter(({ channelArn }) => !data.channels[channelArn]);
      for (const viewer of viewerSessions) if (!unknown.includes(viewer)) revoke(viewer);
      // IVS's documentation lists no error codes, so this one is invented.
      const code = { code: 'NOT_FOUND', message: 'Channel not found' };
      return { errors: unknown.map(({ channelArn, viewerId }) => ({ channelArn, viewerId, ...code })) };
    },
  };
}

const createNotBroadcastingError = () =>
  new ServiceError('ChannelNotBroadcasting', 'The channel is not currently broadcasting', 404);

/** https://docs.aws.amazon.com/ivs/latest/LowLatencyUserGuide/service-quotas.html and the reference of PutMetadata. */
const createLimit = (perSecond: number) => createRateLimit(perSecond, 'ThrottlingException', 429);
