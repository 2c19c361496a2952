/** Terms for a match that is sold before its picture arrives: text, link to the contact form, text. */
export const reservationTerms = {
  start: 'Si cambia de fecha, tu compra sigue valiendo. Si se cancela o no llega a verse,',
  contact: 'escríbenos',
  end: 'y te devolvemos el dinero.',
} as const;
