/** One page back; where this tab has none of ours, to the page above: a link opened in a new tab has nothing behind it. */
import { useNavigate } from 'react-router-dom';

export function useGoBack(parent: string): () => void {
  const navigate = useNavigate();
  // The router counts the entries that it makes.
  return () => ((history.state as { idx?: number } | null)?.idx ? navigate(-1) : navigate(parent));
}
