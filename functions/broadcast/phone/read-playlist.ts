/** The playlists of a phone's broadcast as it is now. */
import type { PhoneRendition } from '../../../shared/domain/phone-segments.ts';
import { phoneRenditions } from '../../../shared/domain/phone-segments.ts';
import type { Range } from '../../../shared/domain/withdrawn.ts';
import {
  buildGrowingPlaylist,
  buildLiveMaster,
  buildLivePlaylist,
  buildMasterPlaylist,
  selectRendition,
} from './playlists.ts';
import { readPartSlots } from './read-slots.ts';

interface PlaylistRequest {
  /** Rendition; the master playlist if absent. */
  rendition: string | undefined;
  /** A window at the edge of the live, instead of all from the start. */
  window?: { withdrawn: readonly Range[]; isOver: boolean };
}

/** Undefined for an unknown rendition, and while there is nothing to show. */
export async function readPhonePlaylist(
  prefix: string,
  { rendition, window }: PlaylistRequest,
  now: number,
): Promise<string | undefined> {
  if (rendition === undefined) return readPhoneMaster(prefix, now);
  const slots = isRendition(rendition) ? await readPartSlots(prefix, now) : undefined;
  if (!slots || !isRendition(rendition)) return undefined;
  const input = { part: slots.part, segments: selectRendition(slots.slots, rendition), now };
  if (!window) return buildGrowingPlaylist(input);
  const main = rendition === 'main' ? undefined : selectRendition(slots.slots, 'main');
  return buildLivePlaylist({ ...input, ...(main && { main }) }, window);
}

const isRendition = (name: string): name is PhoneRendition => phoneRenditions.some((one) => one === name);

/** `suffix`: end of the names of a live's renditions; all of the broadcast without it. */
export async function readPhoneMaster(prefix: string, now: number, suffix?: string): Promise<string | undefined> {
  const slots = await readPartSlots(prefix, now);
  if (!slots) return undefined;
  return suffix === undefined ? buildMasterPlaylist(slots.slots) : buildLiveMaster(slots.slots, suffix);
}
