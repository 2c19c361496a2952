/** The pages of the back-office (router.tsx says which addresses they are): each its own chunk, in one layout. */
import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { BackOfficeLayout } from './back-office-layout.tsx';
import { Guard } from './guards.tsx';
import { paths } from './paths.ts';

const EventsPage = lazy(() => import('../features/league/events/manage/events.page.tsx'));
const CreateEventPage = lazy(() => import('../features/league/events/manage/create-event.page.tsx'));
const EditEventPage = lazy(() => import('../features/league/events/manage/edit-event.page.tsx'));
const VodsPage = lazy(() => import('../features/recordings/vods/manage/vods.page.tsx'));
const CreateVodPage = lazy(() => import('../features/recordings/vods/manage/create-vod.page.tsx'));
const EditVodPage = lazy(() => import('../features/recordings/vods/manage/edit-vod.page.tsx'));
const CamerasPage = lazy(() => import('../features/broadcast/cameras/cameras.page.tsx'));
const CreateCameraPage = lazy(() => import('../features/broadcast/cameras/create-camera.page.tsx'));
const EditCameraPage = lazy(() => import('../features/broadcast/cameras/edit-camera.page.tsx'));
const AdsPage = lazy(() => import('../features/recordings/ads/ads.page.tsx'));
const CreateAdPage = lazy(() => import('../features/recordings/ads/create-ad.page.tsx'));
const EditAdPage = lazy(() => import('../features/recordings/ads/edit-ad.page.tsx'));
const ContentsPage = lazy(() => import('../features/recordings/content/manage/contents.page.tsx'));
const CreateContentPage = lazy(() => import('../features/recordings/content/manage/create-content.page.tsx'));
const EditContentPage = lazy(() => import('../features/recordings/content/manage/edit-content.page.tsx'));
const ManagedClubsPage = lazy(() => import('../features/league/clubs/manage/clubs.page.tsx'));
const CreateClubPage = lazy(() => import('../features/league/clubs/manage/create-club.page.tsx'));
const EditClubPage = lazy(() => import('../features/league/clubs/manage/edit-club.page.tsx'));
const StaffUsersPage = lazy(() => import('../features/people/staff/staff-users.page.tsx'));
const InviteUserPage = lazy(() => import('../features/people/staff/invite-user.page.tsx'));
const StaffUserPage = lazy(() => import('../features/people/staff/staff-user.page.tsx'));
const VodStatsPage = lazy(() => import('../features/recordings/moments/vod-stats.page.tsx'));
const LiveProfilePage = lazy(() => import('../features/people/profile/live-profile.page.tsx'));
const AdminProfilePage = lazy(() => import('../features/people/profile/admin-profile.page.tsx'));

export function BackOfficeRouter() {
  const { ads, cameras, clubs, content, events, staff, vods } = paths.manage;
  return (
    <Routes>
      <Route element={<BackOfficeLayout />}>
        <Route path={events.list} element={<EventsPage />} />
        <Route path={events.create} element={<CreateEventPage />} />
        <Route path={events.edit(':id')} element={<EditEventPage />} />
        <Route path={vods.list} element={<VodsPage />} />
        <Route path={vods.create} element={<CreateVodPage />} />
        <Route path={vods.edit(':id')} element={<EditVodPage />} />
        <Route path={paths.vodStats(':id')} element={<VodStatsPage />} />
        <Route path={clubs.edit(':id')} element={<EditClubPage />} />
        <Route path={ads.list} element={<AdsPage />} />
        <Route path={ads.edit(':id')} element={<EditAdPage />} />
        <Route element={<Guard need="admin" />}>
          <Route path={ads.create} element={<CreateAdPage />} />
          <Route path={paths.liveProfile} element={<LiveProfilePage />} />
          <Route path={paths.adminProfile} element={<AdminProfilePage />} />
          <Route path={clubs.list} element={<ManagedClubsPage />} />
          <Route path={clubs.create} element={<CreateClubPage />} />
          <Route path={staff.list} element={<StaffUsersPage />} />
          <Route path={staff.create} element={<InviteUserPage />} />
          <Route path={staff.edit(':id')} element={<StaffUserPage />} />
          <Route path={content.list} element={<ContentsPage />} />
          <Route path={content.create} element={<CreateContentPage />} />
          <Route path={content.edit(':id')} element={<EditContentPage />} />
          <Route path={cameras.list} element={<CamerasPage />} />
          <Route path={cameras.create} element={<CreateCameraPage />} />
          <Route path={cameras.edit(':id')} element={<EditCameraPage />} />
        </Route>
      </Route>
    </Routes>
  );
}
