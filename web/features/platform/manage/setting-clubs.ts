/** Sending the clubs of an item: its own text says what failed (B-EV-16), a conflict stays one. */
import { ApiError, errorText, isConflict } from '../../../lib/api.ts';

export async function settingClubs(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (error) {
    throw isConflict(error) ? error : new ApiError(400, 'CLUBS', errorText(error, 'Error al actualizar los clubes'));
  }
}
