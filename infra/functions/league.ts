import { clubEndpoints } from '../../shared/contract/clubs.ts';
import { competitionEndpoints } from '../../shared/contract/competitions.ts';
import { eventEndpoints } from '../../shared/contract/events.ts';
import { scoreEndpoints } from '../../shared/contract/scores.ts';
import type { ApiFunction } from '../function-spec.ts';
import {
  appliesImageRights,
  audits,
  changeActions,
  deletesVideos,
  hidesPictures,
  listActions,
  publishesDomainEvents,
  readObjectActions,
  readsLists,
  removeActions,
  writesLists,
} from '../grants.ts';
import { defineApiFunction } from './define-api-function.ts';

export const leagueFunctions: ApiFunction[] = [
  defineApiFunction('league/clubs', clubEndpoints, publishesDomainEvents, {
    tables: {
      clubs: [...listActions, ...removeActions, 'UpdateItem'],
      events: ['Query'],
      vods: ['Query'],
      uploads: ['PutItem'],
    },
    buckets: writesLists,
  }),
  defineApiFunction('league/events', eventEndpoints, appliesImageRights, {
    tables: {
      events: [...listActions, ...removeActions],
      broadcasts: ['Query'],
      clubs: ['GetItem', 'Query'],
      vods: [...listActions, ...changeActions],
      // Besides lists: an imported match may have had the closed score log of a deleted one.
      scores: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'DeleteItem'],
      purchases: ['Query'],
      users: ['BatchGetItem'],
      // A recovered match is withheld again if a matter about it was decided before its deletion.
      matters: listActions,
      ...deletesVideos,
    },
    buckets: { ...writesLists, ...hidesPictures },
    // Signs the pictures of matches that are not public.
    secrets: ['playback'],
  }),
  defineApiFunction('league/scores', scoreEndpoints, publishesDomainEvents, {
    tables: {
      events: ['GetItem'],
      scores: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
      ...audits.tables,
      clubs: ['Query'],
      users: ['GetItem'],
      broadcasts: ['GetItem', ...listActions],
      segments: ['GetItem', 'Query'],
    },
    // The function reads the latest thumbnail of the match's camera.
    buckets: { ...readsLists, recordings: readObjectActions },
    services: ['cloudwatch:GetMetricData', 'ivs:GetStream', 'ivs:GetStreamSession'],
  }),
  defineApiFunction('league/competitions', competitionEndpoints, {
    tables: {
      events: ['GetItem', 'PutItem', ...listActions],
      clubs: ['Query'],
      scores: ['BatchGetItem'],
      ...audits.tables,
    },
    buckets: readsLists,
  }),
];
