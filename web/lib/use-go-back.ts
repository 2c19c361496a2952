/** Goes one page back, or to the parent page if this tab has no earlier page of the app. */
import { useNavigate } from 'react-router-dom';

export function useGoBack(parent: string): () => void {
  const navigate = useNavigate();
  // The router numbers its history entries in `idx`.
  return () => ((history.state as { idx?: number } | null)?.idx ? navigate(-1) : navigate(parent));
}
