import { optionalEnvironment } from '../aws/environment.ts';

/** True if items without image rights are private; otherwise staff get a warning. */
export const enforcesImageRights = (): boolean => optionalEnvironment('IMAGE_RIGHTS') === 'exigir';
