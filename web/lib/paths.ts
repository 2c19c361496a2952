/** The paths of all pages, and those of the back office by the kind of item. */
import { pages } from '../../shared/domain/pages.ts';
import { paths as all } from '../../shared/domain/paths.ts';

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
