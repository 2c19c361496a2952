const texts: Record<string, string> = {
  PDS_EXPIRED: 'La suscripción ha expirado. Por favor, renueva para continuar.',
  PDS_STRIPE_DISPUTE_CLOSED: 'La suscripción ha sido cancelada. Por favor, suscríbete de nuevo.',
  PDS_STRIPE_CANCELLED: 'La suscripción ha sido cancelada. Por favor, suscríbete de nuevo.',
  PDS_GOOGLE_VOIDED: 'La suscripción ha sido cancelada. Por favor, suscríbete de nuevo.',
};

const unknown = 'Ocurrió un problema con la suscripción. Por favor, contacta con soporte.';

export const describeSubscriptionError = (type: string) => (Object.hasOwn(texts, type) && texts[type]) || unknown;
