/** A loading indicator, which needs a label if it stands alone. */
export function Spinner({ size = 28, label }: { size?: number; label?: string }) {
  const ring = (
    <svg aria-hidden="true" className="animate-spin" width={size} height={size} viewBox="0 0 24 24" fill="none">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
  if (!label) return ring;
  return (
    <span role="status" className="inline-flex items-center gap-3 text-muted">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Reserves the page's height, so that the footer does not jump. */
export function PageSpinner() {
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <Spinner size={40} label="Cargando" />
    </div>
  );
}
