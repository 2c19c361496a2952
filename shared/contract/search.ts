/** Endpoint of the search over everything that a visitor can open. */
import * as z from 'zod';
import { ClipCard } from './clip.ts';
import { Club } from './clubs.ts';
import { defineEndpoints } from './endpoint.ts';
import { ListQuery } from './schema.ts';
import { SportEvent } from './sport-event.ts';
import { VodCard } from './vod.ts';

export const searchGroups = ['sportEvents', 'vods', 'clips', 'clubs'] as const;
export type SearchGroup = (typeof searchGroups)[number];

/** Number of items in each group while none is chosen, a row on a large screen; of matches as many today, before and after. */
export const searchPreviewSize = 4;

const group = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), total: z.int() });

export const searchEndpoints = defineEndpoints({
  'GET /search': {
    summary:
      'The first visible events (today’s, then the last and the next), VODs and clips (newest first) and clubs; `group` returns a page of one kind, events nearest to now first',
    access: 'public',
    query: ListQuery.extend({ group: z.enum(searchGroups, 'El grupo no es válido').optional() }),
    data: z.object({
      sportEvents: group(SportEvent),
      vods: group(VodCard),
      clips: group(ClipCard),
      clubs: group(Club),
    }),
    cache: 10,
    publiclyCacheable: true,
  },
});
