/** Reached by client-side navigation, for example after a login: reloads, because the scorer app is a separate page. */
import { useEffect } from 'react';

export default function ScorerPage() {
  useEffect(() => location.reload(), []);
  return null;
}
