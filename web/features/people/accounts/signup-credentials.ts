/**
 * The credentials of a sign-up, to prefill the login that follows. In memory only, for at most ten minutes and until
 * the login page is left.
 */
interface Credentials {
  username: string;
  password: string;
}

const keptMs = 600_000;

let kept: Credentials | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function rememberSignup(credentials: Credentials): void {
  forgetSignup();
  kept = credentials;
  timer = setTimeout(forgetSignup, keptMs);
}

export const getSignupCredentials = (): Credentials | undefined => kept;

export function forgetSignup(): void {
  clearTimeout(timer);
  kept = undefined;
}
