/** The scorer link of a match. Actions logged offline count while it is valid, up to 6 h after the match. */
import { isScorerToken } from '../../platform/auth/rules.ts';
import { MatchLinks } from './match-links.ts';
import { computeLinkWindow } from './rules.ts';

export const scorerLinks = new MatchLinks({
  name: 'LINK',
  prefix: 'mesa',
  field: 'scorerLink',
  isToken: isScorerToken,
  computeWindow: computeLinkWindow,
});
