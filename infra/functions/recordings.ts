import { adEndpoints } from '../../shared/contract/ads.ts';
import { clipEndpoints } from '../../shared/contract/clips.ts';
import { contentEndpoints } from '../../shared/contract/content.ts';
import { momentEndpoints } from '../../shared/contract/moments.ts';
import { thumbnailEndpoints } from '../../shared/contract/pictures.ts';
import { uploadEndpoints } from '../../shared/contract/uploads.ts';
import { vodEndpoints } from '../../shared/contract/vods.ts';
import type { ApiFunction } from '../function-spec.ts';
import {
  appliesImageRights,
  changeActions,
  deletesVideos,
  encodingActions,
  hidesPictures,
  listActions,
  publishesDomainEvents,
  readObjectActions,
  removeActions,
  writesLists,
} from '../grants.ts';
import { defineApiFunction } from './define-api-function.ts';

export const recordingsFunctions: ApiFunction[] = [
  defineApiFunction('recordings/vods', vodEndpoints, appliesImageRights, {
    tables: {
      messages: ['PutItem', 'DeleteItem'],
      vods: [...listActions, ...removeActions],
      events: ['GetItem', ...listActions],
      scores: ['BatchGetItem'],
      clips: ['Query'],
      ads: ['Query'],
      clubs: ['GetItem', ...listActions],
      matters: listActions,
      ...deletesVideos,
      views: ['Query', 'BatchGetItem'],
      sessions: ['UpdateItem'],
    },
    buckets: {
      ...writesLists,
      ...hidesPictures,
      uploads: [...readObjectActions, 'PutObject'],
      recordings: readObjectActions,
    },
    services: [...encodingActions, 'events:PutEvents'],
    secrets: ['playback'],
  }),
  defineApiFunction('recordings/content', contentEndpoints, {
    tables: {
      content: [...listActions, ...removeActions],
      vods: ['GetItem', 'PutItem'],
      clubs: ['Query'],
      ...deletesVideos,
      sessions: ['UpdateItem'],
    },
    buckets: { ...writesLists, ...hidesPictures, uploads: [...readObjectActions, 'PutObject'] },
    services: [...encodingActions, 'events:PutEvents'],
    secrets: ['playback'],
  }),
  defineApiFunction('recordings/ads', adEndpoints, {
    tables: {
      ads: [...listActions, ...removeActions],
      clubs: ['Query'],
      uploads: ['PutItem'],
      sessions: ['UpdateItem'],
    },
    buckets: { ...writesLists, uploads: ['PutObject'] },
    services: ['mediaconvert:CancelJob'],
  }),
  defineApiFunction('recordings/moments', momentEndpoints, publishesDomainEvents, {
    tables: {
      moments: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
      vods: changeActions,
      events: ['GetItem'],
      scores: ['Query'],
      clubs: ['GetItem', 'Query'],
    },
    buckets: writesLists,
  }),
  defineApiFunction('recordings/clips', clipEndpoints, {
    tables: {
      clips: [...listActions, ...removeActions],
      vods: ['GetItem', 'Query', 'PutItem'],
      clubs: ['GetItem', ...listActions],
      events: ['GetItem', 'Query'],
      scores: ['BatchGetItem', 'Query'],
      moments: ['GetItem', 'Query'],
      sessions: ['UpdateItem'],
      uploads: ['PutItem', 'DeleteItem'],
      broadcasts: ['GetItem', 'Query'],
    },
    // A clip of a live stores a playlist of its segments beside the recording's.
    buckets: {
      ...writesLists,
      uploads: readObjectActions,
      recordings: [...readObjectActions, 'PutObject'],
      media: [...readObjectActions, 'PutObject'],
    },
    services: [...encodingActions, 'events:PutEvents'],
    secrets: ['playback'],
    native: true,
  }),
  defineApiFunction('recordings/uploads', uploadEndpoints, {
    tables: {
      uploads: ['GetItem', 'PutItem', 'DeleteItem'],
      vods: removeActions,
      content: removeActions,
      ads: removeActions,
    },
    buckets: {
      ...writesLists,
      uploads: [...readObjectActions, 'PutObject', 'ListMultipartUploadParts', 'AbortMultipartUpload'],
    },
    services: ['events:PutEvents', 'mediaconvert:CancelJob'],
  }),
  defineApiFunction('recordings/pictures', thumbnailEndpoints, {
    tables: {
      vods: changeActions,
      events: changeActions,
      clubs: changeActions,
      content: changeActions,
      broadcasts: ['GetItem'],
      uploads: ['PutItem'],
    },
    buckets: { ...writesLists, media: ['PutObject'] },
    secrets: ['playback'],
    // Decoding an image of 25 megapixels takes memory.
    memoryMb: 1536,
    native: true,
  }),
];
