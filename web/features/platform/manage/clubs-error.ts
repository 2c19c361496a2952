/** Reports a failed update of clubs with its own text; passes a conflict on. */
import { ApiError, errorText, isConflict } from '../../../lib/api.ts';

export async function withClubsError(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (error) {
    throw isConflict(error) ? error : new ApiError(400, 'CLUBS', errorText(error, 'Error al actualizar los clubes'));
  }
}
