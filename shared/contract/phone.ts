/** The broadcast of a match from a phone's browser: its camera link, its segments and the choice of staff. */
import * as z from 'zod';
import { maxSegmentBytes, phoneRenditions, segmentRefusals, segmentsAtOnce } from '../domain/phone-segments.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id } from './schema.ts';
import { now, ScorerAppMatch, ScorerLink } from './scores.ts';

/** Number of a segment of a publisher, from 0. */
const SegmentNumber = z.int().min(0).max(999_999);
const Rendition = z.enum(phoneRenditions, 'La calidad no es válida');

const Match = ScorerAppMatch.extend({ startsAt: z.string() });

/** The feed of the match that viewers see now. */
const OnAir = z.object({
  kind: z.enum(['CAMERA', 'PHONE']),
  /** True for the device that asks. */
  isMine: z.boolean(),
  name: z.string(),
});

/** A picture of the match that staff may show: one phone, or the match's cameras together. */
export const MatchFeed = z.object({
  /** A source of it. */
  source: Id,
  kind: z.enum(['CAMERA', 'PHONE']),
  name: z.string(),
  isShown: z.boolean(),
});
export type MatchFeed = z.output<typeof MatchFeed>;

const NewSegment = z.object({
  number: SegmentNumber,
  rendition: Rendition,
  bytes: z.int().min(188).max(maxSegmentBytes),
});

const ReportedSegment = z.object({
  number: SegmentNumber,
  rendition: Rendition,
  etag: z.string().max(80),
  /** Milliseconds since the Unix epoch by the server’s clock. */
  startMs: z.int().min(0).max(8.64e15),
  durationMs: z.int().min(1).max(60_000),
});

const SegmentResult = z.object({
  number: SegmentNumber,
  rendition: Rendition,
  /** `LISTED` and `REFUSED` are final. `MISSING`: the bucket has no such object. */
  state: z.enum(['LISTED', 'REFUSED', 'MISSING']),
  code: z.enum(segmentRefusals).nullable(),
});

/** Letters of 150 KB in base64. */
const maxPictureLetters = 200_000;

const batch = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).min(1).max(segmentsAtOnce);

const feeds = { access: 'staff', data: z.object({ feeds: z.array(MatchFeed) }) } as const;
const link = { access: 'staff', refuses: ['EVT4040', 'SSN4030'] } as const;

export const phoneEndpoints = defineEndpoints({
  'GET /sportevents/{id}/phone': {
    summary: 'The match, the limits and what is on air, for the page that broadcasts from a phone',
    access: 'phone',
    /** Id of the requesting device, by which a phone finds itself in the list. */
    query: z.object({ device: Id.optional() }),
    data: z.object({
      match: Match,
      validUntil: z.string(),
      now,
      limits: z.object({ maxSegmentBytes: z.int(), maxBytesLeft: z.int(), segmentMs: z.int() }),
      onAir: OnAir.nullable(),
      /** True for staff, who choose what viewers see. */
      mayChoose: z.boolean(),
      /** Server and key for an app instead, for admins only: of a camera that is set to this match. */
      fallback: z.object({ server: z.string(), key: z.string() }).nullable(),
    }),
    refuses: ['EVT4040', 'PHN4030', 'SSN4030'],
  },
  'POST /sportevents/{id}/phone/probe': {
    summary: 'A presigned address for bytes that measure the line before the live; they expire unread',
    access: 'phone',
    data: z.object({ bytes: z.int(), url: z.string(), headers: z.record(z.string(), z.string()), now }),
    refuses: ['EVT4040', 'PHN4030', 'PHN4090', 'SSN4030'],
  },
  'POST /sportevents/{id}/phone/publishers': {
    summary: 'Register a phone as publisher of the match; the same device gets the same publisher until its end',
    access: 'phone',
    body: z.object({ device: Id }),
    data: z.object({ publisher: Id, broadcast: Id, next: z.int(), now }),
    refuses: ['EVT4040', 'PHN4030', 'PHN4092', 'SSN4030'],
  },
  'POST /sportevents/{id}/phone/uploads': {
    summary: 'Presigned addresses for segments, each for one object that does not exist yet and one exact length',
    access: 'phone',
    body: z.object({ publisher: Id, segments: batch(NewSegment) }),
    data: z.object({
      uploads: z.array(
        z.object({
          number: SegmentNumber,
          rendition: Rendition,
          url: z.string(),
          headers: z.record(z.string(), z.string()),
        }),
      ),
      now,
    }),
    refuses: ['EVT4040', 'PHN4030', 'PHN4040', 'PHN4090', 'PHN4091', 'SSN4030'],
  },
  'POST /sportevents/{id}/phone/segments': {
    summary: 'Report sent segments: the server looks at each and lists or refuses it; may be repeated',
    access: 'phone',
    body: z.object({
      publisher: Id,
      segments: batch(ReportedSegment),
      /** A JPEG of what the camera sees, each half minute, as base64. */
      picture: z.string().max(maxPictureLetters).optional(),
    }),
    data: z.object({
      segments: z.array(SegmentResult),
      /** False while viewers see another feed of the match; null if nothing new was listed. */
      isShown: z.boolean().nullable(),
      now,
    }),
    refuses: ['EVT4040', 'PHN4030', 'PHN4040', 'PHN4094', 'SSN4030'],
  },
  'POST /sportevents/{id}/phone/end': {
    summary: 'End a phone’s broadcast; segments that it kept are still accepted afterwards',
    access: 'phone',
    body: z.object({ publisher: Id }),
    data: z.object({ pending: z.int(), now }),
    refuses: ['EVT4040', 'PHN4030', 'PHN4040', 'SSN4030'],
  },

  'GET /sportevents/{id}/feed': {
    ...feeds,
    summary: 'The feeds of a match that run now, for its staff to choose; empty while there is no choice',
    refuses: ['EVT4040', 'SSN4030'],
  },
  'POST /sportevents/{id}/feed': {
    ...feeds,
    summary: 'Show viewers this source of a match that several sources broadcast; the others record in reserve',
    body: z.object({ source: Id }),
    refuses: ['EVT4040', 'PHN4093', 'SSN4030'],
  },

  'GET /sportevents/{id}/camera-link': {
    ...link,
    summary: 'The valid camera link of a match, without its token; null if there is none',
    data: z.object({ link: ScorerLink.nullable() }),
  },
  'POST /sportevents/{id}/camera-link': {
    ...link,
    summary: 'Create the camera link of a match, replacing the previous one; its token is returned only here',
    data: z.object({ link: ScorerLink, token: z.string() }),
    status: 201,
  },
  'DELETE /sportevents/{id}/camera-link': { ...link, summary: 'Revoke the camera link of a match at once' },
});
