/**
 * Refuses withdrawn media before the edge's cache: the source of a CloudFront function, which the local CDN runs too.
 * functions/trust/takedown/edge-entries.ts writes the store's entries.
 *
 * The key is the item (`vods/{id}`, also for its pictures) or the folder of a broadcast's recording (`ivs/…`). The value
 * is `*` for everything, or rules separated by spaces: `{scope}:{extension}:{from}:{to}` for files with numbers, where
 * the scope is the generation (`ivs` for a broadcast), `={file}` for one file, and `families` for everything outside the
 * folder of that name. All other rules also apply inside that folder.
 */

import { reviewFolder } from '../shared/domain/media-address.ts';

/** Plain JavaScript, because CloudFront's runtime has neither TypeScript nor modules of our own. */
export const findRefusalCode = `
async function findRefusal(uri, store) {
  var path;
  // Staff who decide about withheld files have signatures for this folder alone.
  if (uri.indexOf('/${reviewFolder}/') === 0) return 0;
  // An escaped letter reaches the same object, so it must find the same entry.
  try { path = decodeURIComponent(uri); } catch (error) { return 400; }
  var isForFamilies = path.indexOf('/families/') === 0;
  if (isForFamilies) path = path.slice(9);
  var parts = path.split('/').slice(1);
  if (parts[0] === 'signed') parts.shift();
  if (parts[0] === 'thumbnails') parts.shift();
  var end = path.indexOf('/media/');
  var isLive = parts[0] === 'ivs';
  if (isLive ? end < 0 : parts.length < 3) return 0;
  var key = isLive ? path.slice(1, end) : parts[0] + '/' + parts[1];
  if (!(await store.exists(key))) return 0;
  var rules = (await store.get(key)).split(' ');
  var file = parts[parts.length - 1];
  var number = /(\\d+)\\.(\\w+)$/.exec(file);
  for (var i = 0; i < rules.length; i++) {
    var rule = rules[i].split(':');
    if (rules[i] === '*' || rules[i] === '=' + file || (rules[i] === 'families' && !isForFamilies)) return 410;
    var isInScope = number && rule[0] === (isLive ? 'ivs' : parts[2]) && rule[1] === number[2];
    if (isInScope && +number[1] >= +rule[2] && +number[1] <= +rule[3]) return 410;
  }
  return 0;
}
`.trim();

/** Statement of the viewer-request handler. The answer has its own CORS header: players must read the status. */
export const refusalStep = `var refusal = await findRefusal(request.uri, store);
  if (refusal) return { statusCode: refusal, statusDescription: refusal === 410 ? 'Gone' : 'Bad Request', headers: {
    'cache-control': { value: 'no-store' }, 'access-control-allow-origin': { value: '*' } } };`;

/** Quotas of a key value store. Source: CloudFront Developer Guide, Quotas on key value stores. */
export const storeLimits = { storeBytes: 5 * 1024 * 1024, keyBytes: 512, valueBytes: 1024, keysAtOnce: 50 };
