/** reCAPTCHA v3: verifies tokens with the service, including action and score. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { environment, optionalEnvironment } from '../../platform/aws/environment.ts';
import { readSecret } from '../../platform/aws/secrets.ts';
import { log } from '../../platform/observability/log.ts';

/** Default threshold recommended by the service. */
const minimumScore = 0.5;

interface Verdict {
  success: boolean;
  score?: number;
  action?: string;
  'error-codes'?: string[];
}

/**
 * Verifies the token for `action` and returns the score from 0 to 1; undefined while no secret is configured, which
 * disables the check.
 * @throws ApiError 400 if the token is invalid or the score too low.
 */
export async function checkCaptcha(
  token: string | undefined,
  action: string,
  address: string,
): Promise<number | undefined> {
  if (!optionalEnvironment('CAPTCHA_SECRET_ARN')) return undefined;
  if (!token) throw new ApiError('CPT4000');
  const verdict = await verifyToken(token, address);
  const { score = 0 } = verdict;
  if (verdict.success && verdict.action === action && score >= minimumScore) return score;
  log('warn', 'captcha refused', { action, score: verdict.score, reasons: verdict['error-codes'] });
  throw new ApiError('CPT4000');
}

/**
 * Timeout in milliseconds. A rejected form has to be resubmitted by hand, so waiting is better, within the API's 29 s.
 */
const timeoutMs = 20_000;

/** An outage of the service counts as not verified: the user may try again. */
async function verifyToken(token: string, address: string): Promise<Verdict> {
  try {
    const answer = await fetch(environment('CAPTCHA_VERIFY_URL'), {
      method: 'POST',
      body: new URLSearchParams({ secret: await readSecret('CAPTCHA_SECRET_ARN'), response: token, remoteip: address }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return (await answer.json()) as Verdict;
  } catch (error) {
    return { success: false, 'error-codes': [String(error)] };
  }
}
