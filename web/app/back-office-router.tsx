/** The routes of the back office (router.tsx decides which addresses lead here). Each page is its own chunk. */
import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { BackOfficeLayout } from './back-office-layout.tsx';
import { Guard } from './guards.tsx';

const EventsPage = lazy(() => import('../routes/staff/events.tsx'));
const CreateEventPage = lazy(() => import('../routes/staff/create-event.tsx'));
const EditEventPage = lazy(() => import('../routes/staff/edit-event.tsx'));
const VodsPage = lazy(() => import('../routes/staff/vods.tsx'));
const CreateVodPage = lazy(() => import('../routes/staff/create-vod.tsx'));
const EditVodPage = lazy(() => import('../routes/staff/edit-vod.tsx'));
const CamerasPage = lazy(() => import('../routes/staff/cameras.tsx'));
const CreateCameraPage = lazy(() => import('../routes/staff/create-camera.tsx'));
const EditCameraPage = lazy(() => import('../routes/staff/edit-camera.tsx'));
const AdsPage = lazy(() => import('../routes/staff/ads.tsx'));
const CreateAdPage = lazy(() => import('../routes/staff/create-ad.tsx'));
const EditAdPage = lazy(() => import('../routes/staff/edit-ad.tsx'));
const ContentsPage = lazy(() => import('../routes/staff/contents.tsx'));
const CreateContentPage = lazy(() => import('../routes/staff/create-content.tsx'));
const EditContentPage = lazy(() => import('../routes/staff/edit-content.tsx'));
const ManagedClubsPage = lazy(() => import('../routes/staff/clubs.tsx'));
const CreateClubPage = lazy(() => import('../routes/staff/create-club.tsx'));
const EditClubPage = lazy(() => import('../routes/staff/edit-club.tsx'));
const StaffUsersPage = lazy(() => import('../routes/staff/staff-users.tsx'));
const InviteUserPage = lazy(() => import('../routes/staff/invite-user.tsx'));
const StaffUserPage = lazy(() => import('../routes/staff/staff-user.tsx'));
const VodStatsPage = lazy(() => import('../routes/staff/vod-stats.tsx'));
const LiveProfilePage = lazy(() => import('../routes/staff/live-profile.tsx'));
const AdminProfilePage = lazy(() => import('../routes/staff/admin-profile.tsx'));

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
