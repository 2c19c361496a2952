/** Reports a failed update of clubs with its own text; passes a conflict on. */
import { ApiError, isConflict } from '../../../lib/api.ts';

export async function withClubsError(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (error) {
    throw isConflict(error) || (error instanceof ApiError && error.text)
      ? error
      : new ApiError(400, 'CLUBS', 'Error al actualizar los clubes');
  }
}
