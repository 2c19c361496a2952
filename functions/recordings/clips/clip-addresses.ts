/** Signed URLs of a clip's video and poster, which end soon after the clip is hidden. */
import { clipKey, signedPosters } from '../../../shared/domain/media-address.ts';
import { signAddress } from '../../platform/files/signed-addresses.ts';
import type { PrivateFolder } from '../../platform/shown/private-pictures.ts';
import { mediaPictureKey } from '../media/media-picture.ts';
import type { StoredClip } from './rules.ts';

/**
 * Minimum lifetime of a URL in milliseconds; `sharedMs` is added at most. A hidden clip therefore stops everywhere
 * within a minute; players of longer clips renew the URL.
 */
export const signatureMs = 45_000;
/** Requests within this time share a URL, so that edge and browsers can cache it. */
export const sharedMs = 15_000;

export const signVideo = (id: string, generation: string, now: number, folder?: PrivateFolder): Promise<string> =>
  signVideoUntil(id, generation, Math.ceil((now + signatureMs) / sharedMs) * sharedMs, folder);

/**
 * Signs the URL of a poster, also of a clip that is not public. Requests within `shared` milliseconds get the same URL.
 */
export async function signPoster(
  clip: StoredClip,
  now: number,
  shared: number,
  folder: PrivateFolder | typeof signedPosters = signedPosters,
): Promise<string | null> {
  const key = mediaPictureKey('clips', clip);
  return key && signAddress(`${folder}/${key}`, Math.ceil((now + signatureMs) / shared) * shared);
}

/** Lifetime of posters' URLs in lists for staff, which load pictures late and may show hidden clips anyway. */
export const staffPosterMs = 3_600_000;

export const signVideoUntil = (id: string, generation: string, until: number, folder?: PrivateFolder) =>
  signAddress([folder, clipKey(id, generation)].filter(Boolean).join('/'), until);
