/**
 * A viewer's own shelf: 'Mi lista', where each video was left, and what to watch next. Rows: A-SIGNUP-2 (what sign-up
 * promises: recommendations, saved favourites and lists, content synced across devices).
 */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { audienceParts } from './limits.ts';
import { LiveCard } from './live.ts';
import { Id } from './schema.ts';
import { VodCard } from './vods.ts';

/** Where a video was left, in seconds. `watched` from the last twentieth on. */
export const Progress = z.object({ vodId: Id, position: z.number(), watched: z.boolean(), updatedAt: z.string() });
export type Progress = z.output<typeof Progress>;

const StartedVod = VodCard.extend({ position: z.number() });

export const libraryEndpoints = defineEndpoints({
  'GET /users/me/home': {
    summary:
      'The shelves of the home page: to go on with, saved, lives and videos of the own clubs, and more of the kind',
    access: 'viewer',
    data: z.object({
      continueWatching: z.array(StartedVod),
      myList: z.array(VodCard),
      lives: z.array(LiveCard),
      fromMyClubs: z.array(VodCard),
      recommended: z.array(VodCard),
      hasFavouriteClubs: z.boolean(),
    }),
  },
  'GET /users/me/list': {
    summary: 'Saved videos, the latest first',
    access: 'viewer',
    data: z.object({ vods: z.array(VodCard) }),
  },
  'PUT /users/me/list/{vodId}': { summary: 'Save a video for later', access: 'viewer' },
  'DELETE /users/me/list/{vodId}': { summary: 'Take a video off the list', access: 'viewer' },
  'GET /users/me/progress/{vodId}': {
    summary: 'Where a video was left, and whether it is on the list',
    access: 'viewer',
    data: z.object({ progress: Progress.nullable(), saved: z.boolean() }),
  },
  'PUT /users/me/progress/{vodId}': {
    summary: 'Keep where a video was left, and which parts of it were played',
    access: 'viewer',
    body: z.object({
      position: z.number().min(0).max(86_400),
      /** Parts of the video (of `audienceParts`) that were played since the last report. */
      watched: z
        .array(
          z
            .int()
            .min(0)
            .max(audienceParts - 1),
        )
        .max(audienceParts)
        .default([]),
    }),
  },
});
