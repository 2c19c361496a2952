/** Icons that only the clip page needs; web/ui/icon.tsx, with the same style, is loaded by every page. */
const paths = {
  whatsapp:
    'M4 20l1.300-4.200A8.200 8.200 0 1 1 8.400 18.800zM9.200 8.400c-.5 3.400 2.900 7 6.400 6.700l.700-1.700-2-1.200-.900.800c-1-.4-1.900-1.300-2.300-2.300l.800-.900-1.100-2z',
  download: 'M12 4.500v10.500M7 10.500l5 5 5-5M5 19.500h14',
} as const;

export function ClipIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      width={18}
      height={18}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
