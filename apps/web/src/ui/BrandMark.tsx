/** The product's logo: a message on a counter. */
export function BrandMark({ size, onBar = false }: { readonly size: number; readonly onBar?: boolean }) {
  const [back, ink] = onBar ? ["rgba(255,255,255,.18)", "currentColor"] : ["var(--primary)", "var(--on-primary)"];
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill={back} />
      <path
        d="M9.2 6h9.6A2.2 2.2 0 0 1 21 8.2v5.6a2.2 2.2 0 0 1-2.2 2.2h-3.1l-3.3 2.3V16H9.2A2.2 2.2 0 0 1 7 13.8V8.200A2.2 2.2 0 0 1 9.2 6Z"
        fill={ink}
      />
      <rect x="5" y="20" width="18" height="2.4" rx="1.2" fill={ink} />
    </svg>
  );
}
