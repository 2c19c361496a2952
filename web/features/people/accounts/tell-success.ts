/** Successes of the account area stay long enough to be read (A-ERR-4), longer than other toasts (V-UI-1). */
import { toast } from '../../../ui/toaster.tsx';

export const successMs = 5000;

export const tellSuccess = (text: string) => toast.success(text, { duration: successMs });
