/** Messages between the page, which has camera and screen, and the worker, which encodes, keeps and sends. */
import type { Rung } from './encode/ladder.ts';
import type { PhoneMatch } from './send/phone-api.ts';
import type { Connection } from './send/uploader.ts';

/** State for a reopened page, kept beside the segments. */
export interface Saved {
  /** This phone's id and its link, as the page has them too. */
  device?: string;
  link?: string;
  /** The server's id of this phone in the broadcast that is resumed. */
  publisher?: string;
  /** True until the broadcast was ended by a person. */
  isLive: boolean;
  /** True after a person has ended the broadcast, until another begins. */
  hasEnded?: boolean;
  /** Publisher whose end was not sent to the server yet. */
  ending?: string;
  /** Milliseconds by which the server's clock is ahead of the phone's, for a start without a network. */
  ahead?: number;
  /** True while a broadcast is filmed by the phone's own clock. */
  isAssumed?: boolean;
  match?: PhoneMatch;
}

export type ToWorker =
  | { is: 'open'; eventId: string; link?: string; session?: string; device: string }
  /** The window reads the track and hands its pictures over (Chrome), or the worker reads it (Safari). */
  | { is: 'pictures'; stream?: ReadableStream<VideoFrame>; track?: MediaStreamTrack }
  | { is: 'sound'; port: MessagePort }
  /** The camera is open: measures the bandwidth, once. */
  | { is: 'measure' }
  | { is: 'start' }
  | { is: 'stop' }
  /** Staff show viewers this phone instead of another feed of the match. */
  | { is: 'show' }
  | { is: 'wake' };

/** `trying`: not known yet. `none`: this browser cannot. */
export type Ability = 'trying' | 'yes' | 'none';

export interface WorkerStatus {
  ability: Ability;
  hasSound: boolean;
  /** True if another tab of this browser broadcasts this match. */
  isElsewhere: boolean;
  /** False where the browser keeps no files: the page must stay open. */
  isStored: boolean;
  isFull: boolean;
  match?: PhoneMatch;
  connection: Connection;
  reason: string;
  isLive: boolean;
  /** True while viewers see another feed of the match, and this one records. */
  isReserve: boolean;
  /** True if a start waits for the server's answer. */
  isStarting: boolean;
  /** Milliseconds since the last picture of the camera and the last sound. */
  pictureAgeMs: number;
  soundAgeMs: number;
  rung: Rung;
  rate: number;
  lineBitrate?: number;
  /** Segments that are on this phone only. */
  waiting: { count: number; ms: number };
  sent: number;
  /** The server's reason for which segments wait; empty if there is none. */
  delay: string;
  refused: number;
  refusal: string;
}

export type FromWorker = { is: 'status'; status: WorkerStatus } | { is: 'saved'; saved: Saved };
