/** The quality of playback for viewers: reports of players, and their sums for staff. */
import * as z from 'zod';
import { failureKinds } from '../domain/quality-limits.ts';
import { QualityReports } from '../domain/quality-report.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id } from './schema.ts';

const Count = z.int();
/** Null if there was nothing to compute it from. */
const Figure = z.number().nullable();

export const QualityFigures = z.object({
  viewers: Count,
  starts: Count,
  goodStarts: Figure,
  startMedianMs: Figure,
  startP95Ms: Figure,
  abandoned: Count,
  playedSeconds: Count,
  stalls: Count,
  stallsPerHour: Figure,
  stallShare: Figure,
  jumpMs: Figure,
  kilobitsPerSecond: Figure,
  bytes: z.number(),
  rungs: z.array(z.object({ height: Count, share: z.number() })),
  failures: z.array(z.object({ kind: z.enum(failureKinds), count: Count })),
});
export type QualityFigures = z.output<typeof QualityFigures>;

/** The live of a match, a recording, or the lives of a camera or profile without a match. */
export const qualityKinds = ['sportevents', 'vods', 'cameras'] as const;
export type QualityKind = (typeof qualityKinds)[number];

export const QualitySubject = z.object({
  kind: z.enum(qualityKinds),
  id: Id,
  title: z.string(),
  /** Date of the match, or of the recording. */
  date: z.string().nullable(),
});
export type QualitySubject = z.output<typeof QualitySubject>;

/** Merged subjects or hours with too few viewers to be shown alone; `figures` is null if even their sum has too few. */
const Few = z.object({ count: Count, figures: QualityFigures.nullable() });

export const QualityOverview = z.object({
  /** First and last day, in UTC. */
  from: z.string(),
  to: z.string(),
  total: QualityFigures,
  /** Worst first. */
  subjects: z.array(QualitySubject.extend({ figures: QualityFigures })),
  few: Few,
});
export type QualityOverview = z.output<typeof QualityOverview>;

export const QualityOfSubject = z.object({
  subject: QualitySubject,
  total: QualityFigures,
  /** Hours with enough viewers, oldest first; `from` is the start of the hour. */
  hours: z.array(z.object({ from: z.string(), figures: QualityFigures })),
  few: Few,
});
export type QualityOfSubject = z.output<typeof QualityOfSubject>;

const ofSubject = { access: 'staff', data: QualityOfSubject } as const;

export const qualityEndpoints = defineEndpoints({
  'POST /quality': {
    summary: 'Add a visitor’s playback quality to the sums; users report theirs with PATCH /session',
    access: 'public',
    body: z.object({ reports: QualityReports }),
  },
  'GET /live/quality': {
    summary: 'Quality of the last seven days by match and recording, worst first; club staff see those of their club',
    access: 'staff',
    data: QualityOverview,
  },
  'GET /live/quality/sportevents/{id}': {
    ...ofSubject,
    summary: 'Quality of a match’s live by hour',
    refuses: ['EVT4040', 'SSN4030'],
  },
  'GET /live/quality/vods/{id}': {
    ...ofSubject,
    summary: 'Quality of a recording by hour',
    refuses: ['SSN4030', 'VOD4040'],
  },
  'GET /live/quality/cameras/{id}': {
    ...ofSubject,
    summary: 'Quality of the lives of a camera or profile without a match, by hour',
    refuses: ['CAM4040', 'SSN4030'],
  },
});
