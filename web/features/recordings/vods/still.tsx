/** A preview picture; hidden while it cannot be read, such as one that also shows withdrawn seconds. */
import { useState } from 'react';
import { cx } from '../../../lib/class-names.ts';

export function Still({ src, alt = '', className }: { src: string; alt?: string; className: string }) {
  const [failed, setFailed] = useState<string>();
  return (
    <img src={src} alt={alt} className={cx(className, failed === src && 'invisible')} onError={() => setFailed(src)} />
  );
}
