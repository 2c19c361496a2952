/** Which page answers which address. Every page is its own chunk; those of the back-office have a router of their own. */
import { lazy } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { Guard } from './guards.tsx';
import { paths } from './paths.ts';
import { ViewerLayout } from './viewer-layout.tsx';

const LandingPage = lazy(() => import('../features/reach/landing/landing.page.tsx'));
const NewsletterPage = lazy(() => import('../features/people/newsletter/newsletter.page.tsx'));
const LeaveAlertsPage = lazy(() => import('../features/reach/alerts/leave-alerts.page.tsx'));
const DocumentPage = lazy(() => import('../features/trust/legal/document.page.tsx'));
const HomePage = lazy(() => import('../features/reach/home/home.page.tsx'));
const LoginPage = lazy(() => import('../features/people/accounts/login.page.tsx'));
const TelevisionLoginPage = lazy(() => import('../features/people/televisions/television-login.page.tsx'));
const TelevisionPage = lazy(() => import('../features/people/televisions/television.page.tsx'));
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
const BuyPage = lazy(() => import('../features/money/payments/buy.page.tsx'));
const PaymentPage = lazy(() => import('../features/money/payments/payment.page.tsx'));
const PaymentSuccessPage = lazy(() => import('../features/money/payments/payment-success.page.tsx'));
const MyListPage = lazy(() => import('../features/viewing/library/my-list.page.tsx'));
const MyTeamPage = lazy(() => import('../features/reach/my-team/my-team.page.tsx'));
const SportListPage = lazy(() => import('../features/viewing/matches/sport-list.page.tsx'));
const ClubsPage = lazy(() => import('../features/league/clubs/clubs.page.tsx'));
const ClubPage = lazy(() => import('../features/league/clubs/club.page.tsx'));
const EventPage = lazy(() => import('../features/reach/event/event.page.tsx'));
const DeskPage = lazy(() => import('../features/league/desk/desk.page.tsx'));
const VodPage = lazy(() => import('../features/recordings/vods/vod.page.tsx'));
const ClipPage = lazy(() => import('../features/recordings/clips/clip.page.tsx'));
const LivePage = lazy(() => import('../features/broadcast/live/live.page.tsx'));
const NotFoundPage = lazy(() => import('../features/platform/not-found/not-found.page.tsx'));
const AcceptInvitationPage = lazy(() => import('../features/people/staff/accept-invitation.page.tsx'));

const BackOfficeRouter = lazy(() =>
  import('./back-office-router.tsx').then((module) => ({ default: module.BackOfficeRouter })),
);

export function Router() {
  const { pathname } = useLocation();
  // Its pages' names are nothing that viewers load.
  if (managed.some((path) => matchPath(path, pathname))) {
    return (
      <Guard need="manage">
        <BackOfficeRouter />
      </Guard>
    );
  }
  return (
    <Routes>
      <Route element={<ViewerLayout />}>
        <Route path={paths.landing} element={<LandingPage />} />
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.televisionLogin} element={<TelevisionLoginPage />} />
        <Route path={paths.television} element={<TelevisionPage />} />
        <Route path={paths.signup} element={<SignupPage />} />
        <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
        <Route path="/recuperar-contrasena" element={<ForgotPasswordPage />} />
        <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
        <Route path={paths.subscription} element={<SubscriptionPage />} />
        <Route path={paths.buy} element={<BuyPage />} />
        <Route path={paths.paymentSuccess} element={<PaymentSuccessPage />} />
        <Route element={<Guard need="login" />}>
          <Route path={paths.payment} element={<PaymentPage />} />
          <Route path={paths.profilePart(':part?')} element={<ProfilePage />} />
          <Route path={paths.myList} element={<MyListPage />} />
        </Route>
        <Route path={paths.acceptInvitation} element={<AcceptInvitationPage />} />
        <Route path={paths.legalNotice} element={<LegalNoticePage />} />
        <Route path={paths.document(':name')} element={<DocumentPage />} />
        <Route path={paths.privacy} element={<PrivacyPolicyPage />} />
        <Route path={paths.cookies} element={<CookiesPage />} />
        <Route path={paths.newsletterConfirm} element={<NewsletterPage key="confirm" action="confirm" />} />
        <Route path={paths.newsletterLeave} element={<NewsletterPage key="leave" action="unsubscribe" />} />
        <Route path={paths.alertsLeave} element={<LeaveAlertsPage />} />
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

const managed = [
  ...Object.values(paths.manage).flatMap(({ list, create, edit }) => [list, create, edit(':id')]),
  paths.vodStats(':id'),
  paths.liveProfile,
  paths.adminProfile,
];
