/** The paths of all pages. */
export const paths = {
  landing: '/',
  home: '/home',
  soccer: '/futbol',
  basket: '/baloncesto',
  calendar: '/calendario',
  clubs: '/clubes',
  club: (id: string) => `/club/${id}`,
  content: '/contenido',
  myList: '/mi-lista',
  myTeam: '/mi-equipo',
  contentCategory: '/contenido/categoria',
  contentVideo: (categoryId: number, videoId: string) => `/content/${categoryId}/videos/${videoId}`,
  event: (id: string) => `/evento/${id}`,
  /** A separate page: link to it with <a>, not with the router. */
  desk: (eventId: string) => `/mesa/${eventId}`,
  vod: (id: string) => `/vods/${id}`,
  clip: (id: string) => `/clip/${id}`,
  live: (slug: string) => `/live/${slug}`,

  login: '/login',
  /** The television shows the first page; the phone confirms on the second. */
  televisionLogin: '/login/tv',
  television: '/tv',
  acceptInvitation: '/aceptar-invitacion',
  signup: '/signup',
  forgotPassword: '/recordar-contrasena',
  resetPassword: '/restablecer-contrasena',
  payment: '/creando-pago',
  paymentSuccess: '/payment-success',
  profile: '/profile',
  profilePart: (part: string) => `/profile/${part}`,
  subscription: '/subscription',
  buy: '/comprar',
  contactTeams: '/contact/teams',
  legalNotice: '/aviso-legal',
  cookies: '/cookies',
  privacy: '/privacidad',
  document: (name: string) => `/documento/${name}`,
  newsletterConfirm: '/boletin/confirmar',
  newsletterLeave: '/boletin/baja',
  alertsLeave: '/avisos/baja',
  notFound: '/404',

  liveProfile: '/live-profile',
  adminProfile: '/admin-profile',
  vodStats: (id: string) => `/vods/${id}/stats`,
  manage: {
    cameras: section('/cameras'),
    events: section('/sportevents'),
    vods: section('/vods'),
    ads: section('/ad-videos'),
    content: section('/content'),
    clubs: section('/clubs'),
    staff: section('/club-staff-users'),
  },
} as const;

function section(base: string) {
  return { list: `${base}/manage`, create: `${base}/create`, edit: (id: string) => `${base}/manage/${id}` } as const;
}
