/** Mounts its children shortly before they scroll into view, so that their data is not requested earlier. */
import type { ReactNode } from 'react';
import { useNear } from './use-near.ts';

export function WhenNear({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const [isNear, place] = useNear();
  return isNear ? children : <div ref={place}>{placeholder}</div>;
}
