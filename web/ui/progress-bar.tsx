export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 overflow-hidden rounded-full bg-raised"
    >
      <div className="h-full rounded-full bg-info transition-[width] duration-200" style={{ width: `${value}%` }} />
    </div>
  );
}
