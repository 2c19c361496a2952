/** Where videos and pictures lie in the media bucket and on the media host. */

/**
 * The kinds of video; the name is also the first folder of their paths (rows V-PLAY-1, V-PLAY-2, V-AD-2). A clip is cut
 * from a recording; the others begin with a file that somebody sends, and play by judged playlists.
 */
export type MediaKind = UploadedKind | 'clips';
export type UploadedKind = 'vods' | 'contentvideos' | 'advideos';

/** Segments, renditions and sprites of one encoding. Regenerating writes a new generation beside the old one. */
export const generationFolder = (kind: MediaKind, id: string, generation: string) => `${kind}/${id}/${generation}`;

/** The key of an encoding, beside its playlists: the playback function gives it to whoever may watch. */
export const keyPath = (kind: MediaKind, id: string, generation: string) => `${kind}/${id}/hls/${generation}.key`;

/** The one file that a clip is: only its signed address opens it, which everybody is given while it is published. */
export const clipKey = (id: string, generation: string) => `${generationFolder('clips', id, generation)}/clip.mp4`;

/**
 * The poster lies apart, because pictures are public and segments are not. It is the second of two captured frames:
 * the first one is always the very first of the video, which is often black.
 */
export const posterKey = (kind: MediaKind, id: string, generation: string) =>
  `thumbnails/${kind}/${id}/${generation}.0000001.jpg`;

/**
 * The copy of a picture that is wide enough for a card: a third of the bytes. Key or address; the poster that an encoder
 * captured has no such copy and stays what it is.
 */
export const cardPicture = (address: string) => address.replace(/\.webp$/, '.card.webp');
