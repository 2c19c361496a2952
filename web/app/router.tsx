/** Which page answers which address. Every page is its own chunk; the back-office shares one layout chunk. */
import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Guard } from './guards.tsx';
import { paths } from './paths.ts';
import { ViewerLayout } from './viewer-layout.tsx';

const LandingPage = lazy(() => import('../features/reach/landing/landing.page.tsx'));
const NewsletterPage = lazy(() => import('../features/people/newsletter/newsletter.page.tsx'));
const DocumentPage = lazy(() => import('../features/trust/legal/document.page.tsx'));
const HomePage = lazy(() => import('../features/reach/home/home.page.tsx'));
const LoginPage = lazy(() => import('../features/people/accounts/login.page.tsx'));
const SignupPage = lazy(() => import('../features/people/accounts/signup.page.tsx'));
const ForgotPasswordPage = lazy(() => import('../features/people/accounts/forgot-password.page.tsx'));
const ResetPasswordPage = lazy(() => import('../features/people/accounts/reset-password.page.tsx'));
const ProfilePage = lazy(() => import('../features/people/accounts/profile.page.tsx'));
const LegalNoticePage = lazy(() => import('../features/trust/legal/legal-notice.page.tsx'));
const PrivacyPolicyPage = lazy(() => import('../features/trust/legal/privacy-policy.page.tsx'));
const CookiesPage = lazy(() => import('../features/trust/legal/cookies.page.tsx'));
const ContactTeamsPage = lazy(() => import('../features/people/contact/contact-teams.page.tsx'));
const CalendarPage = lazy(() => import('../features/league/calendar/calendar.page.tsx'));
const ContentPage = lazy(() => import('../features/recordings/content/content.page.tsx'));
const ContentVideoPage = lazy(() => import('../features/recordings/content/content-video.page.tsx'));
const SubscriptionPage = lazy(() => import('../features/money/payments/subscription.page.tsx'));
const PaymentPage = lazy(() => import('../features/money/payments/payment.page.tsx'));
const PaymentSuccessPage = lazy(() => import('../features/money/payments/payment-success.page.tsx'));
const MyListPage = lazy(() => import('../features/viewing/library/my-list.page.tsx'));
const MyTeamPage = lazy(() => import('../features/reach/my-team/my-team.page.tsx'));
const SportListPage = lazy(() => import('../features/viewing/matches/sport-list.page.tsx'));
const ClubsPage = lazy(() => import('../features/league/clubs/clubs.page.tsx'));
const ClubPage = lazy(() => import('../features/league/clubs/club.page.tsx'));
const EventPage = lazy(() => import('../features/league/events/event.page.tsx'));
const DeskPage = lazy(() => import('../features/league/desk/desk.page.tsx'));
const VodPage = lazy(() => import('../features/recordings/vods/vod.page.tsx'));
const ClipPage = lazy(() => import('../features/recordings/clips/clip.page.tsx'));
const LivePage = lazy(() => import('../features/broadcast/live/live.page.tsx'));
const NotFoundPage = lazy(() => import('../features/platform/not-found/not-found.page.tsx'));

const BackOfficeLayout = lazy(() =>
  import('./back-office-layout.tsx').then((module) => ({ default: module.BackOfficeLayout })),
);
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
const AcceptInvitationPage = lazy(() => import('../features/people/staff/accept-invitation.page.tsx'));
const VodStatsPage = lazy(() => import('../features/recordings/moments/vod-stats.page.tsx'));
const LiveProfilePage = lazy(() => import('../features/people/profile/live-profile.page.tsx'));
const AdminProfilePage = lazy(() => import('../features/people/profile/admin-profile.page.tsx'));

export function Router() {
  const { ads, cameras, clubs, content, events, staff, vods } = paths.manage;
  return (
    <Routes>
      <Route
        element={
          <Guard need="manage">
            <BackOfficeLayout />
          </Guard>
        }
      >
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

      <Route element={<ViewerLayout />}>
        <Route path={paths.landing} element={<LandingPage />} />
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.signup} element={<SignupPage />} />
        <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
        <Route path="/recuperar-contrasena" element={<ForgotPasswordPage />} />
        <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
        <Route path={paths.subscription} element={<SubscriptionPage />} />
        <Route path={paths.paymentSuccess} element={<PaymentSuccessPage />} />
        <Route element={<Guard need="login" />}>
          <Route path={paths.payment} element={<PaymentPage />} />
          <Route path={paths.profile} element={<ProfilePage />} />
          <Route path={paths.myList} element={<MyListPage />} />
        </Route>
        <Route path={paths.acceptInvitation} element={<AcceptInvitationPage />} />
        <Route path={paths.legalNotice} element={<LegalNoticePage />} />
        <Route path={paths.document(':name')} element={<DocumentPage />} />
        <Route path={paths.privacy} element={<PrivacyPolicyPage />} />
        <Route path={paths.cookies} element={<CookiesPage />} />
        <Route path={paths.newsletterConfirm} element={<NewsletterPage key="confirm" action="confirm" />} />
        <Route path={paths.newsletterLeave} element={<NewsletterPage key="leave" action="unsubscribe" />} />
        <Route path={paths.contactTeams} element={<ContactTeamsPage />} />
        <Route path={paths.calendar} element={<CalendarPage />} />
        <Route path={paths.content} element={<ContentPage />} />
        <Route path={paths.contentCategory} element={<ContentPage />} />
        <Route path="/content/:categoryId/videos/:videoId" element={<ContentVideoPage />} />
        <Route path={paths.soccer} element={<SportListPage key="SOCCER" sport="SOCCER" />} />
        <Route path={paths.basket} element={<SportListPage key="BASKET" sport="BASKET" />} />
        <Route path={paths.myTeam} element={<MyTeamPage />} />
        <Route path={paths.clubs} element={<ClubsPage />} />
        <Route path={paths.club(':id')} element={<ClubPage />} />
        <Route path={paths.event(':id')} element={<EventPage />} />
        <Route path={paths.desk(':id')} element={<DeskPage />} />
        <Route path={paths.vod(':id')} element={<VodPage />} />
        <Route path={paths.clip(':id')} element={<ClipPage />} />
        <Route path={paths.live(':slug')} element={<LivePage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
