/** Endpoints of a viewer's library: 'Mi lista', positions in videos, recommendations. */
import * as z from 'zod';
import type { UploadedKind } from '../domain/media-address.ts';
import { PlaybackReport } from '../domain/playback-report.ts';
import { ContentCard } from './content.ts';
import { defineEndpoints } from './endpoint.ts';
import { LiveCard } from './live.ts';
import { Page, PageQuery } from './schema.ts';
import { VodCard } from './vod.ts';

/** Identifies a video of the library, as `{kind}/{id}` in paths. */
export interface ShelfVideo {
  kind: Exclude<UploadedKind, 'advideos'>;
  id: string;
}

/** `position` in seconds; `watched` is true if it lies in the last 5 % of the video. */
const Progress = z.object({ position: z.number(), watched: z.boolean(), updatedAt: z.string() });

const ShelfVod = VodCard.extend({ kind: z.literal('vods') });
const ShelfContent = ContentCard.extend({ kind: z.literal('contentvideos') });
const ShelfCard = z.discriminatedUnion('kind', [ShelfVod, ShelfContent]);
export type ShelfCard = z.output<typeof ShelfCard>;

const started = { position: z.number() };
const StartedCard = z.discriminatedUnion('kind', [ShelfVod.extend(started), ShelfContent.extend(started)]);

export const libraryEndpoints = defineEndpoints({
  'GET /users/me/home': {
    summary:
      'The shelves of the home page: started and saved videos, lives and videos of favourite clubs, recommendations',
    access: 'viewer',
    data: z.object({
      continueWatching: z.array(StartedCard),
      myList: z.array(ShelfCard),
      lives: z.array(LiveCard),
      fromMyClubs: z.array(VodCard),
      recommended: z.array(VodCard),
      hasFavouriteClubs: z.boolean(),
    }),
  },
  'GET /users/me/list': {
    summary: 'Saved videos, latest first',
    access: 'viewer',
    query: PageQuery,
    data: Page('videos', ShelfCard),
  },
  'PUT /users/me/list/{kind}/{id}': {
    summary: 'Save a video for later',
    access: 'viewer',
    refuses: ['CON4040', 'VOD4040'],
  },
  'DELETE /users/me/list/{kind}/{id}': { summary: 'Remove a video from the list', access: 'viewer' },
  'GET /users/me/progress/{kind}/{id}': {
    summary: 'Playback position of a video, and whether it is on the list',
    access: 'viewer',
    data: z.object({ progress: Progress.nullable(), saved: z.boolean() }),
  },
  'PUT /users/me/progress/{kind}/{id}': {
    summary:
      'Store the playback position and the played parts of a recording; players send both with PATCH /session instead',
    access: 'viewer',
    body: PlaybackReport,
    refuses: ['CON4040', 'VOD4040'],
  },
});
