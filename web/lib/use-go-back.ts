/**
 * Returns a function that goes one step back in the tab's history, even to another site; without a history, to the
 * parent page.
 */
import { useNavigate } from 'react-router-dom';

export function useGoBack(parent: string): () => void {
  const navigate = useNavigate();
  return () => (history.length > 1 ? navigate(-1) : navigate(parent));
}
