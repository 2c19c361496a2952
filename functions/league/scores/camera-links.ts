/** The camera link of a match: by it, a phone broadcasts the match. It opens nothing else. */
import { isCameraToken } from '../../platform/auth/rules.ts';
import { MatchLinks } from './match-links.ts';
import { computeCameraLinkWindow } from './rules.ts';

export const cameraLinks = new MatchLinks({
  name: 'CAMERA',
  prefix: 'camara',
  field: 'cameraLink',
  isToken: isCameraToken,
  computeWindow: computeCameraLinkWindow,
});
