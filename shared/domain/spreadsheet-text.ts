/** Global in browsers and in Node; this folder has the types of neither. */
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal: boolean },
) => { decode: (bytes: Uint8Array) => string };

/** Decodes a spreadsheet's text file: UTF-8, UTF-16 with its mark ('Unicode text' of Excel), else Windows-1252. */
export function decodeSpreadsheet(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
