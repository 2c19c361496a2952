/** The modules of the build's chunk for staff. */

/**
 * No module imported by a viewer's page, even through the UI kit, may match: every page would load the chunk, and modules
 * would run before their dependencies. `npm run check` verifies it.
 */
export const backOffice =
  /web[\\/](app[\\/]back-office-(layout|router)|routes[\\/]staff[\\/]|features[\\/]\w+[\\/](manage[\\/](?!use-delayed-navigate)|staff[\\/](?!accept)|(ads|cameras|profile|uploads|\w+[\\/]manage)[\\/])|ui[\\/](back-office-heading|manage-list|query-loader|media-thumbnail|form-layout|order-stepper|picture-field|video-field|club-chips|submit-overlay|use-save|switch|date-time-input)|lib[\\/](send-form|save-table))/;
