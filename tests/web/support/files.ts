/** Small files with the first bytes of their type. */

export const mp4 = (name = 'partido.mp4', size = 12) =>
  new File(['\0\0\0\x18ftypisom'.padEnd(size, '0')], name, { type: 'video/mp4', lastModified: 1 });

/** Makes a chosen file unreadable, as when its card is pulled out. Its slices are created before they are read. */
export function removeCard(file: File): File {
  const { slice } = file;
  const refuse = () => Promise.reject(new DOMException('The file could not be read', 'NotReadableError'));
  file.arrayBuffer = refuse;
  file.slice = (...range) => {
    const part = slice.apply(file, range);
    return Object.assign(part, { arrayBuffer: refuse, slice: () => part });
  };
  return file;
}

/** A PNG with one black pixel. */
export const png = (name = 'x.png') => new File([dot], name, { type: 'image/png' });

const dot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='),
  (character) => character.charCodeAt(0),
);
