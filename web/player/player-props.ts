/** What a player is given, by the pages at its door and by the parts behind it. */
import type { ReactNode, RefObject } from 'react';
import type { IconName } from '../ui/icon.tsx';

export interface PlayerMark {
  id: string;
  seconds: number;
  label: string;
  icon: IconName;
}

/** What a live's stream says, to go with one of its pictures. */
export interface StreamCue {
  text: string;
  /** What time that picture shows, as `Playhead` says it; undefined where the player cannot tell. */
  date: number | undefined;
}

/** Where the picture stands. */
export interface Playhead {
  /** Of the video. */
  seconds: () => number;
  /** What time the picture shows, in milliseconds since 1970; undefined where nothing says it. */
  date: () => number | undefined;
  /** Of a live: somebody has wound it back. */
  isBack: () => boolean;
  /** The last that the stream of a live has said; another list when something else plays. */
  cues: () => readonly StreamCue[];
}

export interface PlayerProps {
  /** Address of the master playlist. Give another `key` to play another item. */
  url: string;
  title: string;
  poster?: string | null;
  live?: boolean;
  /** Of a live that can be wound back: the address of what is recorded of it, and when it began. */
  fromStart?: { url: string; startedAt: string; onBack?: (isBack: boolean) => void };
  /** Seconds to begin at. */
  startAt?: number;
  /** Moments on the seek bar; of a live in seconds of its broadcast. */
  marks?: readonly PlayerMark[];
  /** WebVTT with the seek bar's pictures. */
  thumbnails?: string;
  /** A fresh address when the old one is refused. */
  renew: () => Promise<string | undefined>;
  /** Another device of this user is watching: known from the report of watching, or from the playlist itself. */
  conflict?: boolean;
  /** Called before another attempt. */
  onRetry?: () => Promise<void>;
  /** Ends watching elsewhere in favour of this device. */
  onTakeOver?: () => Promise<void>;
  onEnded?: () => void;
  /** Over the picture when it has come to its end. */
  afterEnd?: ReactNode;
  /** In a corner of the picture, as long as the viewer wants it. */
  scoreboard?: (playhead: Playhead) => ReactNode;
  /** Gets the video itself, for pages that read the time or jump. */
  media?: RefObject<HTMLVideoElement | null>;
}
