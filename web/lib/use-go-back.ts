/**
 * Returns a function that goes one step back in the tab's history, which may lead to another site, or to the parent
 * page if there is no history.
 */
import { useNavigate } from 'react-router-dom';

export function useGoBack(parent: string): () => void {
  const navigate = useNavigate();
  return () => (history.length > 1 ? navigate(-1) : navigate(parent));
}
