/** Files as people choose them: small, with the first bytes of what they are. */

export const mp4 = (name = 'partido.mp4', size = 12) =>
  new File(['\0\0\0\x18ftypisom'.padEnd(size, '0')], name, { type: 'video/mp4', lastModified: 1 });

/** One black dot. */
export const png = (name = 'x.png') => new File([dot], name, { type: 'image/png' });

const dot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='),
  (character) => character.charCodeAt(0),
);
