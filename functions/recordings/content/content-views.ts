import type { NameClubs } from '../../league/clubs/store.ts';
import { findMediaPicture } from '../media/media-picture.ts';
import { toImproving } from '../media/rules.ts';
import { categories, type StoredContent } from './store.ts';

export function toContentCard(video: StoredContent, nameClubs: NameClubs) {
  const { id, title, description, dateCreated, status, duration, categoryId } = video;
  const categoryName = categories.find((category) => category.id === categoryId)?.title ?? '';
  const thumbnail = findMediaPicture('contentvideos', video);
  const clubs = nameClubs(video.clubIds);
  return { id, title, description, dateCreated, status, duration, categoryId, categoryName, thumbnail, clubs };
}

export function toManagedContent(video: StoredContent, nameClubs: NameClubs) {
  const { visible, renderOrder, size, progress, failure, uploadId, version } = video;
  const own = { visible, renderOrder, size, progress, failure, uploadId, version };
  return { ...toContentCard(video, nameClubs), ...own, ...toImproving(video) };
}
