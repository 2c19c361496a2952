/** The picture of a matter's item, for the people who decide about it. */
import { reviewFolder } from '../../../shared/domain/media-address.ts';
import { mediaUrl } from '../../platform/aws/addresses.ts';
import { signPicture } from '../../platform/shown/private-pictures.ts';

export const signReviewPicture = (address: string, now: number): Promise<string> =>
  signPicture(address.slice(mediaUrl('').length), reviewFolder, now);
