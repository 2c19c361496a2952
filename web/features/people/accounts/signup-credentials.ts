/**
 * The credentials of a sign-up, to prefill the login that follows. In memory only, for at most ten minutes and until
 * the login page is left.
 */
interface Credentials {
  username: string;
  password: string;
}

const maxAgeMs = 600_000;

let stored: Credentials | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function rememberSignup(credentials: Credentials): void {
  forgetSignup();
  stored = credentials;
  timer = setTimeout(forgetSignup, maxAgeMs);
}

export const getSignupCredentials = (): Credentials | undefined => stored;

export function forgetSignup(): void {
  clearTimeout(timer);
  stored = undefined;
}
