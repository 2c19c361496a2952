/** Paths of videos and pictures in the media bucket and on the media host. */

/**
 * Kinds of video, which are also the first folder of their paths. Clips are cut from a recording; the others are
 * uploaded and play through checked playlists.
 */
export type MediaKind = UploadedKind | 'clips';

export interface MediaRef {
  kind: MediaKind;
  id: string;
}
export type UploadedKind = 'vods' | 'contentvideos' | 'advideos';

/** Folder of an encoding's segments, renditions and sprites. Regenerating writes a new generation. */
export const generationFolder = (kind: MediaKind, id: string, generation: string) => `${kind}/${id}/${generation}`;

/** Path of an encoding's key, served by the playback function to authorised viewers. */
export const keyPath = (kind: MediaKind, id: string, generation: string) => `${kind}/${id}/hls/${generation}.key`;

/** The MP4 of a clip, opened by a signed URL only. */
export const clipKey = (id: string, generation: string) => `${generationFolder('clips', id, generation)}/clip.mp4`;

/**
 * Posters have their own folder, because pictures are public and segments are not. The chosen one of the captured
 * frames is copied over number 1, where earlier releases look for it.
 */
export const posterKey = (kind: MediaKind, id: string, generation: string) =>
  `thumbnails/${kind}/${id}/${generation}.0000001.jpg`;

/** The poster in the format of uploaded pictures, stored with a small copy; encodings by earlier releases lack both. */
export const webPosterKey = (kind: MediaKind, id: string, generation: string) =>
  `thumbnails/${kind}/${id}/${generation}.poster.webp`;

/** First folder of the signed URLs of clips' posters, for viewers who may see them although they are not public. */
export const signedPosters = 'signed';

/** First folder of the signed URLs by which staff review withheld videos; the edge refuses their other URLs. */
export const reviewFolder = 'review';

/** First folder of the signed URLs of matches for families; the edge refuses their other URLs. */
export const familiesFolder = 'families';

/** First folder of the signed URLs of playlists, shared by all readers of a running live. */
export const growingFolder = 'growing';

/** Media query of small screens, on which even a picture that fills the width loads its small copy. */
export const smallScreen = '(max-width: 640px)';

/** Address of a picture's small copy, for cards and phones. Captured frames, as JPEGs, have none and keep theirs. */
export const toCardPicture = (address: string) => address.replace(/\.webp(?=$|\?)/, '.card.webp');
