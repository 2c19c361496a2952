/** The preview pictures of a recording, which show one of its moments. */
import { useQuery } from '@tanstack/react-query';

export function useStills(thumbnailsUrl: string | undefined) {
  return useQuery({
    queryKey: ['stills', thumbnailsUrl],
    enabled: thumbnailsUrl !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const address = thumbnailsUrl ?? '';
      const answer = await fetch(address, { signal });
      return answer.ok ? parseStills(await answer.text(), new URL(address, location.href).href) : [];
    },
  });
}

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
