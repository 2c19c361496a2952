/** Whoever comes to the desk from inside the app, by the login for one, leaves the app: the desk is a page of its own. */
import { useEffect } from 'react';

export default function DeskPage() {
  useEffect(() => location.reload(), []);
  return null;
}
