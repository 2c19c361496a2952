/** Terms for a match that is sold before its picture arrives. */
export const reservationTerms =
  'Si cambia de fecha, tu compra sigue valiendo. Si se cancela o no llega a verse, te devolvemos el dinero sin que tengas que pedirlo.';
