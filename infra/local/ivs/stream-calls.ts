/** IVS API calls that read or change live streams. */
import * as z from 'zod';
import { ServiceError } from '../wire/stand-in.ts';
import type { Call } from './control.ts';
import { found, paged, parse } from './control.ts';
import type { OnAir } from './on-air.ts';
import type { Broadcast } from './pipeline.ts';
import type { Playback } from './playback.ts';
import type { IvsState } from './state.ts';
import { idOf } from './state.ts';

const channelArn = z.string();
const Page = { maxResults: z.number().int().min(1).max(100).optional(), nextToken: z.string().optional() };
const Health = z.enum(['HEALTHY', 'STARVING', 'UNKNOWN']);
const Viewer = z.strictObject({
  channelArn,
  viewerId: z.string().min(1).max(40),
  viewerSessionVersionsLessThanOrEqualTo: z.number().int().min(0).default(0),
});

const mostBytes = 1024;
const Words = z.strictObject({
  channelArn,
  metadata: z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= mostBytes, 'at most 1 KB'),
});

export function streamCalls(
  state: IvsState,
  onAir: OnAir,
  playback: Playback,
  playbackOrigin: string,
): Record<string, Call> {
  const { data } = state;
  const channelOf = (arn: string) => found(data.channels[arn], 'channel', arn);

  const streamOf = ({ current, channelArn }: Broadcast) =>
    current?.startTime && {
      channelArn,
      streamId: current.streamId,
      state: 'LIVE',
      health: current.publication.silence() > 3000 ? 'STARVING' : 'HEALTHY',
      startTime: current.startTime,
      viewerCount: playback.viewers(channelArn),
    };
  const revoke = ({ channelArn, viewerId, viewerSessionVersionsLessThanOrEqualTo: upTo }: z.infer<typeof Viewer>) => {
    data.revocations.push({ channelArn, viewerId, upTo, at: Date.now() });
    state.save();
  };

  const words = rateLimit(155);
  const wordsOf = new Map<string, () => void>();
  const limitOf = (arn: string) => {
    const limit = wordsOf.get(arn) ?? rateLimit(5);
    wordsOf.set(arn, limit);
    return limit;
  };
  const revocations = rateLimit(5);
  const batches = rateLimit(2);

  return {
    GetStream: (input) => {
      const { arn } = channelOf(parse(z.strictObject({ channelArn }), input).channelArn);
      const broadcast = onAir.broadcasts.get(arn);
      const stream = broadcast && streamOf(broadcast);
      if (!stream) throw notBroadcasting();
      return { stream: { ...stream, playbackUrl: `${playbackOrigin}/${idOf(arn)}.m3u8` } };
    },
    ListStreams: (input) => {
      const filterBy = z.strictObject({ health: Health.optional() }).default({});
      const query = parse(z.strictObject({ filterBy, ...Page }), input ?? {});
      const streams = [...onAir.broadcasts.values()].flatMap((broadcast) => streamOf(broadcast) || []);
      const wanted = query.filterBy.health;
      return paged(wanted ? streams.filter(({ health }) => health === wanted) : streams, query, 'streams');
    },
    StopStream: async (input) => {
      const { arn } = channelOf(parse(z.strictObject({ channelArn }), input).channelArn);
      // Also after a drop, as viewings outlive it in this emulator (ivs.ts).
      playback.endAll(arn);
      if (!onAir.isLive(arn)) throw notBroadcasting();
      await onAir.broadcasts.get(arn)?.stop();
      return {};
    },
    PutMetadata: (input) => {
      const { channelArn: arn, metadata } = parse(Words, input);
      words();
      channelOf(arn);
      limitOf(arn)();
      const broadcast = onAir.broadcasts.get(arn);
      // Metadata needs a frame to attach to.
      if (!broadcast?.current?.startTime || !broadcast.annotate(metadata)) throw notBroadcasting();
    },
    GetStreamSession: (input) => {
      const query = parse(z.strictObject({ channelArn, streamId: z.string().optional() }), input);
      const own = data.sessions.filter((session) => session.channelArn === query.channelArn);
      const session = query.streamId ? own.find(({ streamId }) => streamId === query.streamId) : own[0];
      return { streamSession: found(session, 'stream session', query.streamId ?? query.channelArn) };
    },
    ListStreamSessions: (input) => {
      const query = parse(z.strictObject({ channelArn, ...Page }), input);
      const own = data.sessions.filter((session) => session.channelArn === query.channelArn);
      const summaries = own.map(({ streamId, startTime, endTime }) => ({
        streamId,
        startTime,
        endTime,
        hasErrorEvent: false,
      }));
      return paged(summaries, query, 'streamSessions');
    },
    StartViewerSessionRevocation: (input) => {
      revocations();
      const viewer = parse(Viewer, input);
      channelOf(viewer.channelArn);
      revoke(viewer);
      return {};
    },
    BatchStartViewerSessionRevocation: (input) => {
      batches();
      const { viewerSessions } = parse(z.strictObject({ viewerSessions: z.array(Viewer).min(1).max(20) }), input);
      const unknown = viewerSessions.filter(({ channelArn }) => !data.channels[channelArn]);
      for (const viewer of viewerSessions) if (!unknown.includes(viewer)) revoke(viewer);
      // The documentation lists no error codes.
      const code = { code: 'NOT_FOUND', message: 'Channel not found' };
      return { errors: unknown.map(({ channelArn, viewerId }) => ({ channelArn, viewerId, ...code })) };
    },
  };
}

const notBroadcasting = () =>
  new ServiceError('ChannelNotBroadcasting', 'The channel is not currently broadcasting', 404);

/**
 * Creates a function that throws ThrottlingException above `perSecond` calls. Quotas:
 * https://docs.aws.amazon.com/ivs/latest/LowLatencyUserGuide/service-quotas.html and the reference of PutMetadata.
 */
function rateLimit(perSecond: number): () => void {
  let second = 0;
  let calls = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, calls] = [now, 0];
    calls += 1;
    if (calls > perSecond) throw new ServiceError('ThrottlingException', 'Rate exceeded', 429);
  };
}
