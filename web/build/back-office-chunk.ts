/**
 * Matches the modules of the build's chunk for staff. It must match no module that a viewers' page imports, even
 * through the UI kit: every page would load the chunk, and modules would run before those they need. `npm run check`
 * verifies it.
 */
export const backOffice =
  /web[\\/](app[\\/]back-office-(layout|router|pages)|routes[\\/]staff[\\/]|features[\\/]\w+[\\/]((manage|back-office)[\\/](?!use-delayed-navigate)|staff[\\/](?!accept)|(ads|cameras|profile|uploads|\w+[\\/]manage)[\\/])|ui[\\/](back-office-heading|manage-list|query-loader|media-thumbnail|form-layout|order-stepper|picture-field|video-field|club-chips|submit-overlay|use-save|switch|date-time-input)|lib[\\/](send-form|save-table))/;
