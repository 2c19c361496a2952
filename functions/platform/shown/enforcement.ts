/** The stage's rule about image rights. */
import { optionalEnvironment } from '../aws/environment.ts';

/** True if what lacks rights is private; otherwise staff are told. */
export const enforcesImageRights = (): boolean => optionalEnvironment('IMAGE_RIGHTS') === 'exigir';
