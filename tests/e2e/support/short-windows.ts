/** Shortens the wait for a lost camera before its recording is encoded; nightly tests lose cameras for longer. */
import { isNightly } from '../../support/test-profile.ts';

if (!isNightly) process.env.RECONNECT_WINDOW_MS = '10000';
