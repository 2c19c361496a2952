/** A recording as the API returns it: for viewers, in lists, and for its staff. */
import * as z from 'zod';
import { Playback } from '../domain/playback-grant.ts';
import { ClubName, Id, MediaStatus, managedVideo, Sport } from './schema.ts';
import { CardResult, EventOfItem } from './sport-event.ts';

/** `duration` in seconds; null until the video is finished. */
export const VodCard = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  thumbnail: z.string().nullable(),
  status: MediaStatus,
  sport: Sport,
  sportEventId: Id.nullable(),
  duration: z.number().nullable(),
  dateCreated: z.string(),
  clubs: z.array(ClubName),
  result: CardResult.nullable(),
});
export type VodCard = z.output<typeof VodCard>;

/** With `each=match`: its match, other videos of the match, and whether it has public clips. */
export const ListedVod = VodCard.extend({
  sportEvent: EventOfItem.nullable().optional(),
  also: z.array(z.object({ id: Id, isSummary: z.boolean() })).optional(),
  hasClips: z.literal(true).optional(),
});
export type ListedVod = z.output<typeof ListedVod>;

export const Vod = VodCard.extend({
  sportEvent: EventOfItem.nullable(),
  playback: Playback,
  /** True if the caller may cut clips. */
  cutsClips: z.literal(true).optional(),
});
export type Vod = z.output<typeof Vod>;

/** `playsRecording`: the video plays from IVS's recording of a broadcast, without an encoding. */
export const ManagedVod = VodCard.omit({ result: true }).extend({
  ...managedVideo,
  renderOrder: z.int().nullable(),
  playsRecording: z.literal(true).optional(),
  /** Finished, and waiting for an admin's decision. */
  awaitsPublication: z.boolean(),
  analytics: z.object({ uniqueNonLiveViewers: z.int() }).optional(),
});
export type ManagedVod = z.output<typeof ManagedVod>;

/** Audience, for admins. `parts`: unique viewers of each of `audienceParts` equal parts. */
export const Audience = z.object({
  uniqueViewers: z.int(),
  plays: z.int(),
  /** Peak viewers of the live; null for uploads. */
  livePeak: z.int().nullable(),
  parts: z.array(z.int()),
});
export type Audience = z.output<typeof Audience>;
