/** Types shared by the pages and the parts of the player. */
import type { ReactNode, RefObject } from 'react';
import type { Range } from '../../shared/domain/withdrawn.ts';
import type { IconName } from '../ui/icon.tsx';
import type { QualityMeter } from './quality-meter.ts';

export interface PlayerMark {
  id: string;
  seconds: number;
  label: string;
  icon: IconName;
}

/** A timed-metadata cue of a live stream. */
export interface StreamCue {
  text: string;
  /** Time of the cue's frame, as in `Playhead`; undefined if unknown. */
  date: number | undefined;
}

/** The playback position. */
export interface Playhead {
  /** Seconds in the video. */
  seconds: () => number;
  /** Wall-clock time of the current frame, in milliseconds since the Unix epoch; undefined if unknown. */
  date: () => number | undefined;
  /** True while the viewer has rewound the live. */
  isRewound: () => boolean;
  /** The latest cues of the live stream; a new array after a change of source. */
  cues: () => readonly StreamCue[];
  /** Goes to a second of the video, or of the broadcast of a live that can be rewound. */
  seek: (seconds: number) => void;
}

export interface FromStart {
  url: string;
  startedAt: string;
  onRewind?: (isRewound: boolean) => void;
  /** Withdrawn ranges of the live, in milliseconds since the Unix epoch. */
  withdrawn?: readonly Range[] | undefined;
}

/** A live that plays from its recording, about a minute late. */
export interface DelayedLive {
  /** Undefined while too little is recorded. */
  url: string | undefined;
  startedAt: string;
  /** Called when the recording fails although the live continues, so that the page plays the live without delay. */
  onFailed: () => void;
}

export interface PlayerProps {
  /** Address of the master playlist, or of the file. To play another item, pass another `key`. */
  url: string;
  title: string;
  poster?: string | null;
  live?: boolean;
  /** True for the address of a single file, such as a clip. */
  file?: boolean;
  /** True if playback starts over at the end. */
  loop?: boolean;
  /** Only for a live that can be rewound: the address of its recording and the start of the broadcast. */
  fromStart?: FromStart;
  /** Only for a live that plays from its recording; undefined after the viewer has chosen to watch without delay. */
  delayed?: DelayedLive | undefined;
  /** Start position in seconds. */
  startAt?: number;
  /** Moments on the seek bar, in seconds of the video or of the live's broadcast. */
  marks?: readonly PlayerMark[];
  /** WebVTT with the seek bar's preview pictures. */
  thumbnails?: string;
  /** Seconds of the video at which a range was withdrawn. */
  withdrawnAt?: readonly number[];
  /** Fetches a fresh address after the old one was rejected. */
  renew: () => Promise<string | undefined>;
  /** The user is watching on another device, as reported by the heartbeat or the playlist. */
  conflict?: boolean;
  /** Called before playback is tried again. */
  onRetry?: () => Promise<void>;
  /** Stops playback on the other device in favour of this one. */
  onTakeOver?: () => Promise<void>;
  onEnded?: () => void;
  /** Shown over the picture after the end. */
  afterEnd?: ReactNode;
  /** Shown in a corner of the picture while the viewer wants it. */
  scoreboard?: (playhead: Playhead) => ReactNode;
  /** Receives the <video>, for pages that read the time or seek. */
  media?: RefObject<HTMLVideoElement | null>;
  /** Receives the playback position while there is a picture. */
  playhead?: RefObject<Playhead | undefined>;
  /** Receives the quality meters of this and earlier playbacks, whose last reports are still to be sent. */
  meters?: { current: QualityMeter[] } | undefined;
}
