/**
 * Reached by client-side navigation, for example after a login: reloads, because the scorer app and the phone's page are
 * documents of their own.
 */
import { useEffect } from 'react';

export default function SeparatePage() {
  useEffect(() => location.reload(), []);
  return null;
}
