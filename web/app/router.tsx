/** The route table. Every page is its own chunk; the back office has its own router. */
import { lazy } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { Guard } from './guards.tsx';
import { ViewerLayout } from './viewer-layout.tsx';

const LandingPage = lazy(() => import('../routes/landing.tsx'));
const NewsletterPage = lazy(() => import('../routes/newsletter.tsx'));
const LeaveAlertsPage = lazy(() => import('../routes/leave-alerts.tsx'));
const DocumentPage = lazy(() => import('../routes/document.tsx'));
const HomePage = lazy(() => import('../routes/home.tsx'));
const LoginPage = lazy(() => import('../routes/login.tsx'));
const TelevisionLoginPage = lazy(() => import('../routes/television-login.tsx'));
const TelevisionPage = lazy(() => import('../routes/television.tsx'));
const SignupPage = lazy(() => import('../routes/signup.tsx'));
const ForgotPasswordPage = lazy(() => import('../routes/forgot-password.tsx'));
const ResetPasswordPage = lazy(() => import('../routes/reset-password.tsx'));
const ProfilePage = lazy(() => import('../routes/profile.tsx'));
const LegalNoticePage = lazy(() => import('../routes/legal-notice.tsx'));
const PrivacyPolicyPage = lazy(() => import('../routes/privacy-policy.tsx'));
const CookiesPage = lazy(() => import('../routes/cookies.tsx'));
const ContactTeamsPage = lazy(() => import('../routes/contact-teams.tsx'));
const CalendarPage = lazy(() => import('../routes/calendar.tsx'));
const ContentPage = lazy(() => import('../routes/content.tsx'));
const ContentVideoPage = lazy(() => import('../routes/content-video.tsx'));
const SubscriptionPage = lazy(() => import('../routes/subscription.tsx'));
const BuyPage = lazy(() => import('../routes/buy.tsx'));
const PaymentPage = lazy(() => import('../routes/payment.tsx'));
const PaymentSuccessPage = lazy(() => import('../routes/payment-success.tsx'));
const MyListPage = lazy(() => import('../routes/my-list.tsx'));
const MyTeamPage = lazy(() => import('../routes/my-team.tsx'));
const SportListPage = lazy(() => import('../routes/sport-list.tsx'));
const ClubsPage = lazy(() => import('../routes/clubs.tsx'));
const ClubPage = lazy(() => import('../routes/club.tsx'));
const EventPage = lazy(() => import('../routes/event.tsx'));
const ScorerPage = lazy(() => import('../routes/scorer.tsx'));
const VodPage = lazy(() => import('../routes/vod.tsx'));
const ClipPage = lazy(() => import('../routes/clip.tsx'));
const LivePage = lazy(() => import('../routes/live.tsx'));
const NotFoundPage = lazy(() => import('../routes/not-found.tsx'));
const AcceptInvitationPage = lazy(() => import('../routes/accept-invitation.tsx'));

const BackOfficeRouter = lazy(() =>
  import('./back-office-router.tsx').then((module) => ({ default: module.BackOfficeRouter })),
);

export function Router() {
  const { pathname } = useLocation();
  // Keeps the back office's chunk names out of the viewer's code.
  if (backOfficePaths.some((path) => matchPath(path, pathname))) {
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
        <Route path={paths.desk(':id')} element={<ScorerPage />} />
        <Route path={paths.vod(':id')} element={<VodPage />} />
        <Route path={paths.clip(':id')} element={<ClipPage />} />
        <Route path={paths.live(':slug')} element={<LivePage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

const backOfficePaths = [
  ...Object.values(paths.manage).flatMap(({ list, create, edit }) => [list, create, edit(':id')]),
  paths.vodStats(':id'),
  paths.liveProfile,
  paths.adminProfile,
];
