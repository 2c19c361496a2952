import type { ReactNode, RefObject } from 'react';
import type { Range } from '../../shared/domain/withdrawn.ts';
import type { IconName } from '../ui/icon.tsx';
import type { StreamCue } from './playback.ts';
import type { QualityMeter } from './quality-meter.ts';

export interface PlayerMark {
  id: string;
  seconds: number;
  label: string;
  icon: IconName;
}

export interface Playhead {
  seconds: () => number;
  /** Returns the wall-clock time of the current frame, in milliseconds since the Unix epoch; undefined if unknown. */
  date: () => number | undefined;
  /** Returns true while the viewer has rewound the live. */
  isRewound: () => boolean;
  /** Returns the latest cues of the live; a new array after a change of source. */
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
  /** Address of the master playlist, or of the file. Another item needs another `key`. */
  url: string;
  title: string;
  poster?: string | null;
  live?: boolean;
  /** True for the address of a single file, such as a clip. */
  file?: boolean;
  /** True if playback starts again at the end. */
  loop?: boolean;
  /** Address of the recording and start of the broadcast, of a live that can be rewound. */
  fromStart?: FromStart;
  /** The recording of a live that plays from it; undefined once the viewer has chosen to watch without delay. */
  delayed?: DelayedLive | undefined;
  /** Start position in seconds. */
  startAt?: number;
  /** Moments on the seek bar, in seconds of the video or of the live's broadcast. */
  marks?: readonly PlayerMark[];
  /** Address of the WebVTT with the seek bar's preview pictures. */
  thumbnails?: string;
  /** Seconds of the video at which ranges were withdrawn. */
  withdrawnAt?: readonly number[] | undefined;
  /** Fetches a fresh address after a rejected one. */
  renew: () => Promise<string | undefined>;
  /** True if the user watches on another device, as the heartbeat or the playlist reports. */
  conflict?: boolean;
  /** Called before playback is tried again. */
  onRetry?: () => Promise<void>;
  /** Stops playback on the other device in favour of this one. */
  onTakeOver?: () => Promise<void>;
  onEnded?: () => void;
  afterEnd?: ReactNode;
  /** Renders a corner of the picture, while the viewer wants it. */
  scoreboard?: (playhead: Playhead) => ReactNode;
  /** Receives the <video>, for pages that read the time or seek. */
  media?: RefObject<HTMLVideoElement | null>;
  /** Receives the playback position while there is a picture. */
  playhead?: RefObject<Playhead | undefined>;
  /** Receives the quality meters of this and earlier playbacks, whose last reports are still to be sent. */
  meters?: { current: QualityMeter[] } | undefined;
}
