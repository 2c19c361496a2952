import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { BooleanInput } from './schema.ts';

const Measure = z.number().nullable();

/** Bits and frames per second, seconds, pixels; null if not measured yet. */
const measures = {
  state: z.enum(['OFFLINE', 'STARTING', 'HEALTHY', 'STARVING']),
  width: Measure,
  height: Measure,
  framerate: Measure,
  videoBitrate: Measure,
  audioBitrate: Measure,
  keyframeInterval: Measure,
  /** Name that the encoder reports. */
  encoder: z.string().nullable(),
};

/** The end of a source's last broadcast; reported for 24 hours. */
const LostSignal = z.object({
  at: z.string(),
  startedAt: z.string(),
  /**
   * ENDED: not during a match. CUT: in the middle of one. STARVED: the encoder had sent too little before. UNPLAYABLE:
   * the stream had formats that IVS rejects.
   */
  cause: z.enum(['ENDED', 'CUT', 'STARVED', 'UNPLAYABLE']),
  /** Explanation in Spanish. */
  text: z.string(),
  /** The last measurement before the end. */
  health: z.object(measures).nullable(),
  /** Staff of the match's clubs who can be called. */
  contacts: z.array(z.object({ name: z.string(), phone: z.string().nullable(), email: z.string() })),
});

/** The part of a lost signal that lists of cameras show. */
export const BriefLoss = LostSignal.pick({ at: true, cause: true, text: true });

/** The airtime of a source, in which viewers may see it. */
const SourceTime = z.object({
  /** False on stages that only warn staff, and show the source whenever it is on air. */
  isEnforced: z.boolean(),
  isOpen: z.boolean(),
  /** End of the current airtime. */
  until: z.string().nullable(),
  /** Start of the next airtime, while none runs. */
  opensAt: z.string().nullable(),
  /** True if staff opened the airtime by hand. */
  byHand: z.boolean(),
  /** Explanation and advice for staff, in Spanish. */
  text: z.string(),
});
export type SourceTime = z.output<typeof SourceTime>;

export const IngestHealth = z.object({
  ...measures,
  /** Advice for the person at the camera; empty if there is no problem. `problem`: viewers notice it. */
  advice: z.array(z.object({ level: z.enum(['problem', 'hint']), text: z.string() })),
  /** Null on air. */
  lost: LostSignal.nullable().default(null),
  time: SourceTime.nullable().default(null),
});
export type IngestHealth = z.output<typeof IngestHealth>;

const health = { access: 'admin', data: z.object({ health: IngestHealth }) } as const;
const time = { access: 'admin', body: z.object({ isOn: BooleanInput }), data: z.object({ time: SourceTime }) } as const;
const newKey = { access: 'admin', data: z.object({ streamKey: z.string() }) } as const;

export const ingestEndpoints = defineEndpoints({
  'GET /live/cameras/{id}/health': { ...health, summary: 'Measured health of a camera’s signal', refuses: ['CAM4040'] },
  'GET /live/users/me/health': { ...health, summary: 'Measured health of the caller’s broadcast profile' },
  'POST /live/cameras/{id}/time': {
    ...time,
    access: 'staff',
    summary: 'Show a camera to viewers for the rest of the day, also by staff of its match’s clubs; admins can end it',
    refuses: ['CAM4030', 'CAM4040', 'CAM4090', 'CAM4092', 'EVT4040', 'REQ4090'],
  },
  'POST /live/users/me/time': {
    ...time,
    summary: 'Show the caller’s broadcast profile to viewers for the rest of the day, or end it',
    refuses: ['BRD4040', 'CAM4040', 'CAM4090', 'CAM4092', 'EVT4040', 'REQ4090'],
  },
  'POST /live/cameras/{id}/stream-key': {
    ...newKey,
    summary: 'Replace a camera’s stream key; a broadcast with the old one is cut off',
    refuses: ['BRD4040', 'CAM4040', 'CAM4090', 'CAM4091', 'REQ4090'],
  },
  'POST /live/users/me/stream-key': {
    ...newKey,
    summary: 'Replace the stream key of the caller’s broadcast profile; a broadcast with the old one is cut off',
    refuses: ['BRD4040', 'CAM4090', 'CAM4091', 'REQ4090'],
  },
});
