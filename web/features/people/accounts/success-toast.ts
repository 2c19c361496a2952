/** Success toasts of the account area, which stay longer than others. */
import { toast } from '../../../ui/toaster.tsx';

export const successMs = 5000;

export const showSuccess = (text: string) => toast.success(text, { duration: successMs });
