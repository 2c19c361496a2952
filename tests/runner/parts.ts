/**
 * The tests in `tests/api/` and `tests/system/`, and browser tests with `@ci` in their titles, belong to parts of the
 * product. `.ci/run` runs all of them, `npm test` only those whose part has changed since the main branch.
 */
import { modules } from '../../infra/modules.ts';

/** Every part depends on these. */
const common = ['shared/', 'support/', 'package-lock.json'];
/** Every API test depends on these. */
const platform = ['functions/api', 'functions/jobs', 'infra/functions', 'infra/jobs', 'infra/local'];
/** A module's API tests depend on it and on those below it. */
const apiTests = modules.map((module, index): [string, string[]] => [
  `api/${module}/`,
  [...platform, ...modules.slice(0, index + 1).map((name) => `functions/${name}`)],
]);

/** Parts by test file. Each is the beginning of the names of its folders and files. */
export const parts: Record<string, string[]> = {
  ...Object.fromEntries(apiTests),
  'api/security/': [...platform, 'functions'],
  'e2e/account.': ['money', 'people'],
  'e2e/back-office.': ['trust'],
  'e2e/camera.': ['broadcast', 'platform'],
  'e2e/clips.': ['recordings', 'player'],
  'e2e/cookies.': ['cookie', 'consent', 'analytics', 'first-script'],
  'e2e/embeds.': ['reach', 'insertar'],
  'e2e/families.': ['trust'],
  'e2e/find.': ['league', 'reach'],
  'e2e/hostile-text.': ['ui', 'lib'],
  'e2e/layout-shift.': ['league', 'viewing'],
  'e2e/login.': ['people', 'session', 'auth'],
  'e2e/money.': ['money', 'stripe'],
  'e2e/navigation-bar.': ['app'],
  'e2e/notifications.': ['service-worker', 'reach'],
  'e2e/offline.': ['service-worker', 'app'],
  'e2e/old-browsers.': ['old-browsers', 'styles', 'vite', 'player'],
  'e2e/overlaps.': ['ui', 'styles', 'app', 'league', 'reach', 'viewing'],
  'e2e/phone.': ['phone', 'emitir'],
  'e2e/player': ['player', 'viewing'],
  'e2e/protected-children.': ['trust'],
  'e2e/remote-control.': ['app'],
  'e2e/scorer': ['scorer', 'mesa'],
  'e2e/screens.': ['ui', 'styles', 'app'],
  'e2e/shell.': ['app'],
  'e2e/television': ['people', 'player', 'styles'],
  'e2e/themes.': ['theme', 'styles', 'first-script', 'cdn'],
  'e2e/watch.': ['player', 'viewing'],
  'e2e/withdrawn.': ['trust', 'player'],
  'system/camera-time.': ['broadcast', 'league', 'ivs'],
  'system/delayed-live.': ['broadcast', 'viewing', 'people', 'cloudfront', 'ivs'],
  'system/image-rights': ['trust', 'recordings', 'league', 'cloudfront'],
  'system/recorded-broadcasts.': ['broadcast', 'recordings', 'ivs'],
  'system/recordings-survive.': ['broadcast', 'recordings', 'ivs', 'dynamo', 's3'],
  'system/season-of-money.': ['money', 'stripe'],
  'system/shared-live.': ['broadcast', 'viewing', 'trust', 'people', 'cloudfront'],
  'system/watched-broadcast.': ['broadcast', 'recordings', 'player'],
  'system/weekend.': ['trust', 'broadcast', 'recordings'],
};

/** True if none of the changed files belongs to a part of this test file, nor is the file itself. */
export function isUnchanged(testFile: string, changes: string[]): boolean {
  const own = Object.keys(parts).filter((start) => testFile.startsWith(`tests/${start}`));
  return !hasChange(changes, [...common, ...own, ...own.flatMap((start) => parts[start] ?? [])]);
}

/** True if the path of a change has a folder or file with one of these beginnings. */
export const hasChange = (changes: string[], beginnings: string[]): boolean =>
  changes.some((path) => beginnings.some((beginning) => `/${path}`.includes(`/${beginning}`)));
