/**
 * Refuses withdrawn media before the edge's cache: the source of a CloudFront function, which the local CDN runs too.
 * functions/trust/takedown/edge-entries.ts writes the store. Its keys are items (`vods/{id}`, also for pictures) and
 * folders of recorded broadcasts (`ivs/…`). A value is `*` for everything, or rules separated by spaces:
 * `{scope}:{extension}:{from}:{to}` for numbered files of a generation (`ivs` for a broadcast), `={file}` for one file,
 * `only:{generation}` for all files of other generations, `families` for everything outside that folder. All other
 * rules apply inside the folder too. If the store cannot be read, nothing is served (decisions/015).
 */

import { reviewFolder } from '../shared/domain/media-address.ts';

/** Plain JavaScript, because CloudFront's runtime has neither TypeScript nor modules of our own. */
export const findRefusalCode = `
async function findRefusal(uri, store) {
  var path;
  // Only the staff who decide about withheld files have signatures for this folder.
  if (uri.indexOf('/${reviewFolder}/') === 0) return 0;
  // An escaped letter leads to the same object, so it must find the same entry.
  try { path = decodeURIComponent(uri); } catch (error) { return 400; }
  var isForFamilies = path.indexOf('/families/') === 0;
  if (isForFamilies) path = path.slice(9);
  var parts = path.split('/').slice(1);
  if (parts[0] === 'signed') parts.shift();
  var isPicture = parts[0] === 'thumbnails';
  if (isPicture) parts.shift();
  var end = path.indexOf('/media/');
  var isLive = parts[0] === 'ivs';
  if (isLive ? end < 0 : parts.length < 3) return 0;
  var key = isLive ? path.slice(1, end) : parts[0] + '/' + parts[1];
  var rules;
  try {
    if (!(await store.exists(key))) return 0;
    rules = (await store.get(key)).split(' ');
  } catch (error) { return 503; }
  var file = parts[parts.length - 1];
  // Names of an encoding's pictures begin with its generation and are numbered or posters; uploaded ones are neither.
  var generation = isPicture ? (/^([^.]+)\\.(?:\\d+|poster)\\./.exec(file) || [])[1] : parts[2];
  var number = /(\\d+)\\.(\\w+)$/.exec(file);
  for (var i = 0; i < rules.length; i++) {
    var rule = rules[i].split(':');
    if (rules[i] === '*' || rules[i] === '=' + file || (rules[i] === 'families' && !isForFamilies)) return 410;
    if (rule[0] === 'only' && !isLive && generation && generation !== rule[1]) return 410;
    var isInScope = number && rule[0] === (isLive ? 'ivs' : parts[2]) && rule[1] === number[2];
    if (isInScope && +number[1] >= +rule[2] && +number[1] <= +rule[3]) return 410;
  }
  return 0;
}
`.trim();

/** A statement of the viewer-request handler. Its answer needs a CORS header, because players must read the status. */
export const refusalStep = `var refusal = await findRefusal(request.uri, store);
  var names = { 400: 'Bad Request', 410: 'Gone', 503: 'Service Unavailable' };
  if (refusal) return { statusCode: refusal, statusDescription: names[refusal], headers: {
    'cache-control': { value: 'no-store' }, 'access-control-allow-origin': { value: '*' } } };`;

/** Quotas of a key value store. Source: CloudFront Developer Guide, Quotas on key value stores. */
export const storeLimits = {
  ...{ storeBytes: 5 * 1024 * 1024, keyBytes: 512, valueBytes: 1024 },
  ...{ keysAtOnce: 50, requestBytes: 3 * 1024 * 1024 },
};
