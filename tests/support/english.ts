/** Words that are English but not also Spanish. A page that shows one lacks a translation. */
const words =
  'the|and|your|you|with|from|please|loading|password|submit|search|sign|next|previous|save|cancel|delete|edit|upload|' +
  'download|settings|mute|unmute|required|invalid|expected|received|undefined|null|NaN|failed|something|again|this|that|' +
  'which|click|close|enter|exit|captions|quality|speed|seek|must|should|unknown|missing|allowed|input|found|forbidden';

export const english = new RegExp(`\\b(${words})\\b`, 'i');
