/** reCAPTCHA v3, server side: the token is checked with the service, together with its action and score. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { environment, optionalEnvironment } from '../../platform/aws/environment.ts';
import { secret } from '../../platform/aws/secrets.ts';
import { log } from '../../platform/observability/log.ts';

/** The service's own recommendation for a first threshold. */
const minimumScore = 0.5;

interface Verdict {
  success: boolean;
  score?: number;
  action?: string;
  'error-codes'?: string[];
}

/**
 * Refuses with 400 unless the token was given for `action` to a likely human (row A-API-16); gives how likely, from 0 to
 * 1. Without a configured secret the check is off, and there is no score.
 */
export async function checkCaptcha(
  token: string | undefined,
  action: string,
  address: string,
): Promise<number | undefined> {
  if (!optionalEnvironment('CAPTCHA_SECRET_ARN')) return undefined;
  if (!token) throw new ApiError('CPT4000');
  const verdict = await ask(token, address);
  const { score = 0 } = verdict;
  if (verdict.success && verdict.action === action && score >= minimumScore) return score;
  log('warn', 'captcha refused', { action, score: verdict.score, reasons: verdict['error-codes'] });
  throw new ApiError('CPT4000');
}

/**
 * How long the service may take, in ms. A form that is refused has to be sent again by hand, so waiting is the lesser
 * evil; what follows must still fit into the 29 s in which the API answers.
 */
const patience = 20_000;

/** A service that is broken has verified nobody: the person may try again. */
async function ask(token: string, address: string): Promise<Verdict> {
  try {
    const answer = await fetch(environment('CAPTCHA_VERIFY_URL'), {
      method: 'POST',
      body: new URLSearchParams({ secret: await secret('CAPTCHA_SECRET_ARN'), response: token, remoteip: address }),
      signal: AbortSignal.timeout(patience),
    });
    return (await answer.json()) as Verdict;
  } catch (error) {
    return { success: false, 'error-codes': [String(error)] };
  }
}
