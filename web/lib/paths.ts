/** The paths of all pages; those with parameters are functions. */

import { type PathTo, pathTo } from '../../shared/domain/page-paths.ts';
import { type Page, pages } from '../../shared/domain/pages.ts';

type Paths = { [Name in keyof typeof pages]: PathTo<(typeof pages)[Name]['path']> };

const all = Object.fromEntries(
  Object.entries<Page>(pages).map(([name, { path }]) => [name, pathTo(path)] as const),
) as unknown as Paths;

export const paths = {
  ...all,
  contentCategory: pages.content.aliases[0],
  notFound: '/404',
  manage: {
    cameras: { list: all.manageCameras, create: all.createCamera, edit: all.editCamera },
    events: { list: all.manageEvents, create: all.createEvent, edit: all.editEvent },
    vods: { list: all.manageVods, create: all.createVod, edit: all.editVod },
    ads: { list: all.manageAds, create: all.createAd, edit: all.editAd },
    content: { list: all.manageContent, create: all.createContent, edit: all.editContent },
    clubs: { list: all.manageClubs, create: all.createClub, edit: all.editClub },
    staff: { list: all.manageStaff, create: all.inviteStaff, edit: all.editStaff },
  },
} as const;
