/** The terms of a match that is paid before there is a picture: text, link to the contact form, text. */
export const reservationTerms = {
  start: 'Si cambia de fecha, tu compra sigue valiendo. Si se cancela o no llega a verse,',
  contact: 'escríbenos',
  end: 'y te devolvemos el dinero.',
} as const;
