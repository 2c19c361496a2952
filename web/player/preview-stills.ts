/** The seek bar's preview pictures, for other places that show a moment of a recording. */

export interface Still {
  from: number;
  url: string;
}

/** Parses a WebVTT file whose cues name one picture each. `base` is the file's own address. */
export function parseStills(vtt: string, base: string): Still[] {
  return [...vtt.matchAll(cue)].flatMap(([, hours = '0', minutes, seconds, picture]) =>
    picture
      ? [
          {
            from: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
            url: new URL(picture.replace(/#.*$/, ''), base).href,
          },
        ]
      : [],
  );
}

const cue = /(?:(\d+):)?(\d{2}):(\d{2}\.\d{3}) +--> +[\d:.]+[^\n]*\r?\n(\S+)/g;

export const findStill = (stills: readonly Still[], seconds: number): string | undefined =>
  stills.findLast(({ from }) => from <= seconds)?.url;
